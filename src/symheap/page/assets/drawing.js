// A drawing whose geometry is given, as SVG that can be zoomed and moved.

const FONTS = { null: 11, state: 12, loop: 12, replaced: 12, error: 12, patterns: 12 };
const PROOF_SHAPES = new Set(["state", "loop", "replaced", "error", "patterns"]);
const PADDING = 8;

function drawing(geometry, name) {
  const proof = geometry.nodes.some(node => PROOF_SHAPES.has(node.shape));
  const picture = drawn("svg", {
    class: proof ? "drawing system" : "drawing heap", role: "img", "aria-label": name,
    viewBox: `0 0 ${geometry.w} ${geometry.h}`, width: geometry.w, height: geometry.h,
  });
  picture.append(drawn("title", {}, name), ...geometry.edges.map(edge => edgeOf(edge, proof ? 12 : 11)));
  picture.append(...geometry.nodes.map(nodeOf));
  if (!geometry.nodes.length) picture.append(...textOf(["empty"], geometry.w / 2, geometry.h / 2, 13, 1.25));
  return el("figure", { class: "drawn" },
    el("figcaption", {}, name), frameOf(picture, geometry, name), inWords(geometry));
}

// Shapes --------------------------------------------------------------------------------------------------------------

function nodeOf(node) {
  const proof = PROOF_SHAPES.has(node.shape);
  const font = FONTS[node.shape] ?? 13;
  const text = proof
    ? textOf(node.lines, node.x - node.w / 2 + PADDING, node.y, font, 1.3)
    : textOf(node.lines, node.x, node.y, font, 1.25);
  return drawn("g", { class: `node ${node.shape}` }, drawn("title", {}, node.title ?? ""), outlineOf(node), text);
}

function outlineOf({ x, y, w, h, shape }) {
  if (shape === "root" || shape === "value") return null;
  if (shape === "reference") return drawn("ellipse", { class: "shape", cx: x, cy: y, rx: w / 2, ry: h / 2 });
  if (shape === "choice") {
    const corners = [[x - w / 2, y], [x, y - h / 2], [x + w / 2, y], [x, y + h / 2]];
    return drawn("polygon", { class: "shape", points: corners.join(" ") });
  }
  return drawn("rect", { class: "shape", x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 2 });
}

function edgeOf(edge, font) {
  return drawn("g", { class: `edge ${edge.kind ?? ""}` },
    drawn("title", {}, edge.title ?? ""),
    drawn("path", { d: edge.d }),
    drawn("path", { class: "head", d: edge.head }),
    textOf(edge.lines, edge.x, edge.y, font, 1.25));
}

function textOf(lines, x, middle, font, leading) {
  const first = middle - ((lines.length - 1) * font * leading) / 2 + font * 0.35;
  return lines.map((line, at) => drawn("text", { x, y: first + at * font * leading }, shown(line)));
}

// The frame -----------------------------------------------------------------------------------------------------------

function frameOf(picture, geometry, name) {
  const told = `${name}, can be scrolled`;
  const frame = el("div", { class: "frame", tabindex: "0", role: "group", "aria-label": told }, picture);
  let scale = 1;
  const zoom = to => {
    scale = Math.max(0.2, Math.min(4, to));
    picture.setAttribute("width", geometry.w * scale);
    picture.setAttribute("height", geometry.h * scale);
  };
  const fit = () => zoom(Math.min(1, (frame.clientWidth - 18) / geometry.w || 1, room(frame, geometry)));
  const tools = el("div", { class: "tools" },
    button("−", () => zoom(scale / 1.25), { "aria-label": `Zoom out of ${name}` }),
    button("+", () => zoom(scale * 1.25), { "aria-label": `Zoom into ${name}` }),
    button("1:1", () => zoom(1), { "aria-label": `${name} in its own size` }),
    button("Fit", fit, { "aria-label": `Fit ${name} into its frame` }));
  frame.addEventListener("keydown", event => {
    const act = { "+": () => zoom(scale * 1.25), "-": () => zoom(scale / 1.25), 0: fit }[event.key];
    if (act && !event.ctrlKey && !event.metaKey) act();
  });
  movable(frame);
  requestAnimationFrame(() => open(frame, geometry, fit, zoom));
  return [tools, frame];
}

// As much as the height of a frame allows; before it is in the page, nothing is known.
function room(frame, geometry) {
  const most = parseFloat(getComputedStyle(frame).maxHeight);
  return most > 0 ? (most - 18) / geometry.h : 1;
}

// A drawing begins as a whole.  One that would be too small to read begins at its root, in the size of its text.
const READABLE = 0.45;

function open(frame, geometry, fit, zoom) {
  fit();
  const scale = frame.firstChild.clientWidth / geometry.w;
  const root = geometry.nodes?.[0];
  if (!root || scale >= READABLE || !frame.clientWidth) return;
  zoom(Math.max(READABLE, Math.min(1, (frame.clientWidth - 18) / (root.w + 20))));
  const now = frame.firstChild.getBoundingClientRect().width / geometry.w;
  frame.scrollLeft = root.x * now + 8 - frame.clientWidth / 2;
  frame.scrollTop = (root.y - root.h / 2) * now - 8;
}

// The frame follows the mouse while a button is down.
function movable(frame) {
  let from = null;
  frame.addEventListener("pointerdown", event => {
    if (event.pointerType !== "mouse" || event.button) return;
    from = { x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop };
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", event => {
    if (!from) return;
    frame.scrollLeft = from.x - event.clientX;
    frame.scrollTop = from.y - event.clientY;
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => (from = null));
}

// The same for those who do not see it: what there is, and what leads where.
function inWords(geometry) {
  return wordList([...geometry.nodes.filter(node => node.shape !== "root"), ...geometry.edges].map(each => each.title));
}

function wordList(told) {
  const lines = told.filter(Boolean);
  if (!lines.length) return null;
  return folded("In words", () => el("ul", { class: "words" }, lines.map(line => el("li", {}, line))));
}
