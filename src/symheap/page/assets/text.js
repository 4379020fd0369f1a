// Text comes from other people's programs: what may be shown of it.

const HIDDEN = /[\p{C}\p{Z}]/gu;
const SHORT_ESCAPES = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

// Every character that hides, reorders or breaks lines becomes its escape; a space, and what `keep` holds, stay.
function shown(text, keep = "") {
  return String(text).replace(HIDDEN, c => (c === " " || keep.includes(c) ? c : escapeOf(c)));
}

function escapeOf(c) {
  if (SHORT_ESCAPES[c]) return SHORT_ESCAPES[c];
  const code = c.codePointAt(0);
  const hex = code.toString(16);
  if (code <= 0xff) return "\\x" + hex.padStart(2, "0");
  return code <= 0xffff ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
}

// At most `most` characters, the last of which tells that there is more.  No character is cut in half.
function cut(text, most) {
  const whole = String(text);
  if (whole.length <= most) return whole;
  return whole.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "") + "…";
}

function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function seconds(value) {
  if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(value / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(value % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// "dir/Stack.java:12:3" is a file, a line and a column; what has no line is no place.
function placeOf(position) {
  const found = /^(.*?):(\d+)(?::(\d+))?$/su.exec(position ?? "");
  return found ? { file: found[1], line: Number(found[2]) } : null;
}

function baseName(file) {
  return file.slice(file.lastIndexOf("/") + 1);
}

// A place without the folders of its file.
function shortPlace(position) {
  return baseName(position ?? "");
}

// Text for an address: half a character has no place in one.
function encoded(text) {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
