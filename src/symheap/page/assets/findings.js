// What was found, one by one, with links to the line and to a path that runs into it.

const EXCERPTS = 60;

function findingsList() {
  if (!model.findings.length) {
    const { style, words } = model.headline;
    return el("p", { class: "empty" }, mark(style, ""), ` Nothing was found. ${words}.`);
  }
  return el("ol", { class: "findings" }, model.findings.map(findingItem));
}

// The line and its neighbours.
function excerpt(finding) {
  const source = model.sources[sourceOf(finding.file)];
  if (!source || !finding.line || model.findings.length > EXCERPTS) return null;
  const lines = source.text.split("\n", finding.line + 1);
  if (finding.line > lines.length) return null;
  const from = Math.max(1, finding.line - 2);
  return el("pre", { class: "excerpt" }, lines.slice(from - 1).map((text, at) =>
    el("span", { class: from + at === finding.line ? "here" : null },
      el("span", { class: "faint" }, String(from + at).padStart(4), " "), cut(text, 200), "\n")));
}

function findingItem(finding) {
  const replayed = finding.replayed ?? [];
  const subject = model.subjects.length > 1 ? subjectOf(finding.subject) : null;
  return el("li", { class: `finding ${finding.severity}` },
    el("p", { class: "finding-head" }, mark(finding.severity), " ",
      el("b", { title: finding.kind }, cut(finding.kind, 120)), " ",
      placeLink(finding.line ? `${finding.file}:${finding.line}` : finding.file), " ", exampleLink(finding)),
    el("p", { class: "message" }, cut(finding.message, 2000)),
    storyOf(finding),
    finding.statements?.length ? el("pre", { class: "statements" }, cut(finding.statements.join("\n"), 4000)) : null,
    finding.reason ? el("p", { class: "faint" }, cut(finding.reason, 400)) : null,
    excerpt(finding),
    subject ? el("p", { class: "faint" }, "in ", label(nameOf(subject), 160)) : null,
    replayed.length ? el("p", { class: "faint" }, `shown by running it: ${replayed.join(", ")}`) : null);
}

// How the null of a crash came about, told by its example.
function storyOf(finding) {
  if (model.findings.length > EXCERPTS) return null;
  const story = pathOf(subjectOf(finding.subject), finding.path)?.heaps?.story;
  return story ? el("p", { class: "story" }, cut(story, 600)) : null;
}

function exampleLink(finding) {
  const subject = subjectOf(finding.subject);
  if (!subject) return null;
  if (pathOf(subject, finding.path)) {
    return el("a", { href: pathLink(subject.number, finding.path) }, `path ${cut(finding.path, 20)}`);
  }
  return subject.kind === "proof" ? el("a", { href: subjectLink(subject.number) }, "how") : null;
}
