// What the page shows, and where in it one is.

const model = unpacked(JSON.parse(byId("data").textContent));
const view = { subject: null, path: null, tab: null, file: 0, line: null };

model.subjects = model.subjects.map(withIndex);

// An exploration knows where among its paths each one is.
function withIndex(subject) {
  if (subject.kind !== "exploration") return subject;
  return { ...subject, byId: new Map(subject.paths.map((path, at) => [path.id, at])) };
}

function subjectOf(number) {
  return model.subjects.find(subject => subject.number === number) ?? null;
}

function pathOf(subject, id) {
  const at = subject?.byId?.get(id);
  return at === undefined ? null : subject.paths[at];
}

function nameOf(subject) {
  return subject.target ?? subject.title ?? `subject ${subject.number}`;
}

function styleOf(subject) {
  const told = model.headline.subjects.find(([number]) => number === subject.number);
  return { style: told?.[1] ?? "open", words: told?.[2] ?? "unknown" };
}

// The source that a file name means: the same name, or else the only one of which one name is the end of the other.
function sourceOf(file) {
  if (!file) return -1;
  const same = model.sources.findIndex(source => source.file === file);
  if (same >= 0) return same;
  const close = model.sources.flatMap((source, at) =>
    source.file.endsWith("/" + file) || file.endsWith("/" + source.file) ? [at] : []);
  return close.length === 1 ? close[0] : -1;
}

function subjectLink(number) {
  return `#s${number}`;
}

function pathLink(number, id) {
  return `#s${number}-p${encoded(id)}`;
}

function lineLink(file, line) {
  return `#f${file}-l${line}`;
}

// A place in a source that we hold is a link to it; elsewhere it is text.
function placeLink(position) {
  const place = placeOf(position);
  const file = place ? sourceOf(place.file) : -1;
  if (file < 0) return label(shortPlace(position), 80, { class: "place", title: position });
  return el("a", { class: "place", href: lineLink(file, place.line), title: position }, cut(shortPlace(position), 80));
}
