// A proof: its verdict, an execution that goes wrong, the transition system, and the rounds with what each one lost.

function proofPanel(subject) {
  const about = subject.document ?? {};
  return [
    proofHead(subject),
    traceSection(subject.trace ?? []),
    subject.graph ? section("Transition system", drawing(subject.graph, "Transition system")) : null,
    invariantSection(about),
    roundSection(subject.rounds ?? []),
    textList("Assuming", about.assumptions),
    textList("Not analysed", about.gaps?.map(gap => gap.reason + (gap.file ? ` at ${gap.file}:${gap.line}` : ""))),
    printed(subject.text, "the proof as printed"),
  ];
}

function proofHead(subject) {
  const { style, words } = styleOf(subject);
  const reason = subject.reason ? ` (${subject.reason})` : "";
  return el("div", { class: "detail-head" },
    el("h2", { tabindex: "-1" }, label(nameOf(subject), 200)),
    el("p", { class: `banner ${style}` }, mark(style, ""), " ", el("b", {}, words), cut(reason, 400),
      subject.leak ? `; leaks: ${subject.leak}` : ""));
}

function textList(title, lines) {
  if (!lines?.length) return null;
  return section(title, el("ul", { class: "bullets" }, lines.map(line => el("li", {}, cut(line, 2000)))));
}

// The execution, step by step -----------------------------------------------------------------------------------------

function traceSection(trace) {
  if (!trace.length) return null;
  const stage = el("div", { class: "stage" });
  const show = at => button("Show", () => choose(at),
    { class: "show", "aria-label": `Show the heap of step ${at + 1}` });
  const steps = trace.map((step, at) => el("li", {}, step.drawing ? show(at) : null,
    placeLink(step.position), " ", el("code", {}, cut(withoutPlace(step), 600))));
  const choose = at => {
    steps.forEach(item => item.removeAttribute("aria-current"));
    steps[at].setAttribute("aria-current", "step");
    stage.replaceChildren(drawing(trace[at].drawing, `Heap at step ${at + 1}`));
  };
  const last = trace.findLastIndex(step => step.drawing);
  if (last >= 0) choose(last);
  return section("An execution that goes wrong", stage, el("ol", { class: "trace" }, steps));
}

function withoutPlace(step) {
  const text = step.text.trim();
  return text.startsWith(`${step.position}: `) ? text.slice(step.position.length + 2) : text;
}

// Formulas ------------------------------------------------------------------------------------------------------------

function invariantSection(about) {
  if (!about.invariants?.length) return null;
  const items = about.invariants.map(each => el("li", {},
    el("p", {}, placeLink(`${each.file}:${each.line}`), ` ${cut(each.function, 80)}`,
      each.calls?.length ? `, called by ${cut(each.calls.join(", "), 200)}` : ""),
    formulas(each.disjuncts, "formulas")));
  const where = about.patterns?.length
    ? [el("p", { class: "faint" }, "where"), formulas(about.patterns, "definitions")] : [];
  return section("Loop invariants", el("ul", { class: "bullets" }, items), ...where);
}

function formulas(texts, kind) {
  return el("ul", { class: kind }, texts.map(each => el("li", {}, el("code", {}, each))));
}

function roundSection(rounds) {
  if (!rounds.length) return null;
  return section("Rounds", rounds.map(round => {
    const style = { safe: "good", unsafe: "bad" }[round.verdict] ?? "open";
    return el("article", { class: "round" },
      el("h4", {}, `Round ${round.number} `, mark(style, ""), ` ${cut(round.verdict, 60)}`,
        round.reason ? ` (${cut(round.reason, 200)})` : ""),
      round.patterns ? el("p", { class: "faint" }, `patterns: ${cut(round.patterns, 400)}`) : null,
      el("ul", { class: "bullets" }, (round.diagnosis ?? []).map(line => el("li", {}, cut(line, 2000)))),
      round.before || round.after || round.doomed ? discontinuity(round) : null);
  }));
}

// What went into the abstraction, what came out of it, and the state that came with it and runs into the error.
function discontinuity(round) {
  const box = (title, text, kind) => text && el("div", { class: `formula-box ${kind}` },
    el("h5", {}, title), el("pre", { tabindex: "0", "aria-label": title }, text));
  return el("div", { class: "discontinuity", role: "group", "aria-label": "Discontinuity" },
    box("Before the abstraction", round.before, "state"), box("After it", round.after, "loop"),
    box("Doomed state that it lets in", round.doomed, "error"));
}
