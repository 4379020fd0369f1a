// The run itself: how it was called, with which settings and versions, and what each subject came to.

function factsPanel() {
  const { run } = model;
  const given = run.arguments ?? [];
  const called = ["symheap", ...(given[0] === run.command ? [] : [run.command]), ...given].map(typed).join(" ");
  return el("div", { class: "facts" },
    section("Command", listing(called, "the command")),
    section("Run", factTable({
      id: run.id, state: run.state + (run.status === null ? "" : `, exit status ${run.status}`),
      started: run.started, took: seconds(run.seconds ?? 0),
    })),
    model.subjects.map(subjectFacts),
    folded("Settings", () => factTable(run.settings), { className: "more-facts" }),
    folded("Versions", () => factTable(run.versions), { className: "more-facts" }));
}

// A word as one types it in a shell.
function typed(word) {
  return /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`;
}

function factTable(facts) {
  const rows = Object.entries(facts ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return el("table", { class: "fact-table" }, el("tbody", {}, rows.map(([name, value]) =>
    el("tr", {}, el("th", { scope: "row" }, cut(name, 120)), el("td", {}, cut(worded(value), 1000))))));
}

function worded(value) {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// Numbers of an exploration, what it assumed and what it could not do.
function subjectFacts(subject) {
  const { totals } = subject;
  if (subject.kind !== "exploration" || !totals) return null;
  const { style, words } = styleOf(subject);
  const listed = [
    ["Assuming", totals.assumptions],
    ["Unsupported", totals.unsupported?.map(each => ended(each.what, each.position, each.count))],
    ["Thrown on purpose", totals.thrown?.map(each =>
      ended(each.exception || each.detail, each.place ?? each.position, each.paths))],
  ].filter(([, lines]) => lines?.length);
  const solver = totals.solver ?? {};
  return section(cut(`${nameOf(subject)} under ${subject.heap}`, 200),
    el("p", {}, mark(style, ""), ` ${words}`, totals.stopped ? `, stopped by ${totals.stopped}` : ""),
    el("p", { class: "faint" },
      Object.entries(totals.traces ?? {}).map(([name, number]) => `${name} ${number}`).join(", "),
      `; paths ${totals.paths}; `,
      `${solver.queries ?? 0} queries in ${seconds(solver.seconds ?? 0)}, `,
      `${solver.answered_without_solver ?? 0} answered without a solver; ${seconds(totals.seconds ?? 0)}`),
    listed.map(([title, lines]) => [
      el("h4", {}, title), el("ul", { class: "bullets" }, lines.map(line => el("li", {}, cut(line, 1000)))),
    ]));
}

function ended(what, position, paths) {
  return `${what} at ${position} (${counted(paths, "path")})`;
}
