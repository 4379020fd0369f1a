// The heap of a path's example before the run and after it, with the same objects at the same places.
// The shapes are given, in groups: 1 is before, 2 after, 3 both.  See report/draw/heaps/drawn.py.

const LEGEND = [
  ["new", "made by the run"], ["written", "written"], ["moved", "now points elsewhere"],
  ["garbage", "no longer reachable from the inputs or the result"], ["wrong", "the null of the crash"],
];

function heapFigures(path) {
  const { heaps } = path;
  let { whole } = heaps;
  const place = el("div", { class: "heaps-place" });
  const show = geometry => place.replaceChildren(pairOf(geometry, path), legendOfHeaps(geometry) ?? "");
  const more = whole && button("Show everything", () => {
    const opened = whole === heaps.whole;
    show(opened ? heaps.whole : heaps);
    more.textContent = opened ? "Fold again" : "Show everything";
    whole = opened ? heaps : heaps.whole;
  }, { class: "unfold", "aria-label": "Show everything that is folded in the heaps" });
  show(heaps);
  return [heaps.story ? el("p", { class: "story" }, cut(heaps.story, 600)) : null, more, place];
}

function pairOf(geometry, path) {
  const changed = geometry.after && geometry.groups.some(([on]) => on !== 3);
  const last = path.outcome?.kind === "return" ? "After" : path.outcome?.kind === "error" ? "When it fails" : "At the end";
  if (!geometry.after) return el("div", { class: "pair" }, heapFigure(geometry, 1, "Heap before", "Before"));
  if (!changed) return el("div", { class: "pair" }, heapFigure(geometry, 1, "Heap before and after", "Before and after: nothing changes"));
  return el("div", { class: geometry.w > 340 ? "pair stacked" : "pair" },
    heapFigure(geometry, 1, "Heap before", "Before"), heapFigure(geometry, 2, "Heap after", last));
}

function heapFigure(geometry, side, name, caption) {
  const groups = geometry.groups.filter(([on]) => on & side);
  const picture = drawn("svg", {
    class: "drawing heaps", role: "img", "aria-label": name, viewBox: `0 0 ${geometry.w} ${geometry.h}`,
    width: geometry.w, height: geometry.h,
  }, drawn("title", {}, name), groups.map(heapGroup));
  return el("figure", { class: "drawn" }, el("figcaption", {}, caption), frameOf(picture, geometry, name),
    wordList(groups.map(([, , tip]) => tip)));
}

function heapGroup([, kind, tip, ...marks]) {
  return drawn("g", { class: kind }, drawn("title", {}, tip), marks.map(heapMark));
}

function heapMark([kind, ...rest]) {
  if (kind === "r") {
    const [x, y, width, height, style] = rest;
    return drawn("rect", { class: style, x, y, width, height, rx: 3 });
  }
  if (kind === "t") return drawn("text", { class: rest[3], x: rest[0], y: rest[1] }, shown(rest[2]));
  if (kind === "p") return drawn("path", { class: rest[1], d: rest[0] });
  return drawn("circle", { cx: rest[0], cy: rest[1], r: 2.6 });
}

// Only what this drawing uses is explained.
function legendOfHeaps(geometry) {
  const used = geometry.groups.flatMap(([, kind, , ...marks]) => [kind, ...marks.map(mark => String(mark.at(-1)))]).join(" ").split(" ");
  const signs = LEGEND.filter(([style]) => used.includes(style));
  if (!signs.length) return null;
  return el("p", { class: "heap-legend" }, signs.map(([style, words]) =>
    [el("span", { class: `sign ${style}`, "aria-hidden": "true" }), `${words} `]));
}

// The symbolic heap, in the notation of the papers.
const NOTATION = [
  ["reference", "a reference"], ["location", "an object"], ["choice", "a choice between values"], ["null", "null"],
];

function symbolicFigure(path) {
  const used = new Set(path.final.nodes.map(node => node.shape));
  return [
    drawing(path.final, "Symbolic heap at the end"),
    el("p", { class: "heap-legend" }, NOTATION.filter(([shape]) => used.has(shape)).map(([shape, words]) =>
      [el("span", { class: `sign ${shape}`, "aria-hidden": "true" }), `${words} `]),
      el("span", { class: "faint" }, "Labels at arrows are fields and, behind references, conditions.")),
  ];
}

// Two views of one thing, of which one is seen.
function switched(name, views) {
  const place = el("div", {});
  const buttons = views.map(([words, contents]) => button(words, event => choose(words, contents, event), { "aria-pressed": "false" }));
  const choose = (words, contents) => {
    buttons.forEach(each => each.setAttribute("aria-pressed", String(each.textContent === words)));
    place.replaceChildren(...[contents()].flat(Infinity).filter(Boolean));
  };
  choose(...views[0]);
  return [views.length > 1 ? el("div", { class: "switch", role: "group", "aria-label": name }, buttons) : null, place];
}
