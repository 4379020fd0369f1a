// Elements are made here and nowhere else.  Strings enter as text nodes or attributes, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const SPOKEN = new Set(["title", "aria-label", "alt"]);
const SPOKEN_LENGTH = 4000;

function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

// An attribute that is null or false is left out; `on` holds listeners.  What is read out is text like any other.
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") Object.entries(value).forEach(([event, act]) => element.addEventListener(event, act));
    else if (SPOKEN.has(name)) element.setAttribute(name, shown(cut(value, SPOKEN_LENGTH), "\n"));
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined).map(asNode));
  return element;
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(shown(child, "\n\t"));
}

function byId(id) {
  return document.getElementById(id);
}

function say(words) {
  byId("status").textContent = shown(words);
}

// A label that has room for `most` characters; the whole of it is in the tooltip.
function label(text, most, attributes = {}) {
  const whole = String(text);
  const title = whole.length > most ? whole : attributes.title;
  return el("span", { ...attributes, title }, cut(whole, most));
}

const MARKS = {
  good: ["✓", "ends normally"],
  bad: ["✗", "crash"],
  thrown: ["!", "exception"],
  open: ["?", "undecided"],
  plain: ["·", ""],
  error: ["✗", "error"],
  warning: ["!", "warning"],
  note: ["i", "note"],
};

// A sign and a word for a style; never a colour alone.
function mark(style, words = null) {
  const [sign, name] = MARKS[style] ?? MARKS.open;
  return el(
    "span",
    { class: `mark ${MARKS[style] ? style : "open"}` },
    el("span", { "aria-hidden": "true" }, sign),
    words === "" ? null : el("span", { class: "hush" }, words ?? name),
  );
}

function headsOf(titles) {
  return el("tr", {}, titles.map(title => el("th", { scope: "col" }, title)));
}

function button(words, act, attributes = {}) {
  return el("button", { type: "button", ...attributes, on: { click: act } }, words);
}

// A part of the page that can be opened; its contents are made when it is.
function folded(summary, contents, { open = false, className = "" } = {}) {
  const details = el("details", { class: className || null }, el("summary", {}, summary));
  const fill = () => {
    if (details.open && details.childElementCount === 1) details.append(...[contents()].flat());
  };
  details.addEventListener("toggle", fill);
  details.open = open;
  fill();
  return details;
}

// Text as it is, with a button that copies it exactly.
function listing(text, name) {
  const copy = button("Copy", () => copyText(text, copy), { class: "copy", "aria-label": `Copy ${name}` });
  return el("div", { class: "listing" }, copy, el("pre", { tabindex: "0", "aria-label": name }, el("code", {}, text)));
}

async function copyText(text, from) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyBySelection(text);
  }
  say(done ? "Copied" : "Copying is not allowed here");
  const before = from.textContent;
  from.textContent = done ? "Copied" : "Not allowed";
  setTimeout(() => (from.textContent = before), 1500);
}

function copyBySelection(text) {
  const area = el("textarea", { class: "hush", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
