// Following a run: asks for what is new, and shows it without moving what one looks at.

const live = { address: null, token: "", ended: false, next: null, before: null, speed: null, failed: 0 };
const HASTE = { running: 1000, rest: 5000 };

function startLive() {
  const meta = name => document.querySelector(`meta[name="${name}"]`)?.content ?? "";
  live.address = meta("symheap-live") || null;
  if (!live.address) return;
  const given = /^#token=([^&]*)&?(.*)$/.exec(location.hash);
  live.token = meta("symheap-token") || decoded(given?.[1] ?? "");
  if (given) history.replaceState(null, "", given[2] ? `#${given[2]}` : location.pathname + location.search);
  live.ended = model.run.state !== "running";
  live.next = model.next ?? null;
  live.figures = el("dl", { class: "figures-strip" });
  live.notice = el("p", { class: "notice", role: "status" });
  live.stop = button("Stop", () => command("stop"), { class: "stop" });
  live.resume = button("Resume", () => command("resume"), { class: "resume" });
  const report = `../report/${live.address.slice(live.address.lastIndexOf("/") + 1)}.html`;
  const leads = el("p", { class: "leads" },
    el("a", { href: "../" }, "All runs"), " · ", el("a", { href: report, download: "" }, "Save"));
  header.live = el("section", { class: "live", "aria-label": "Progress" },
    live.stop, live.resume, live.figures, live.notice, leads);
  drawProgress();
  setTimeout(poll, live.next ? 0 : HASTE.running);
}

// What the page holds; nothing, once, when the run has come to its end.  Or where the answer before broke off.
function held() {
  if (live.next) return live.next;
  const last = model.subjects.at(-1);
  const running = model.run.state === "running";
  const whole = !running && !live.ended;
  live.ended = !running;
  return whole || !last ? "subject=0&since=0" : `subject=${last.number}&since=${last.paths?.length ?? 0}`;
}

async function ask(address, method) {
  const headers = { "X-Symheap-Token": live.token };
  const answer = await fetch(address, { method, headers, cache: "no-store", credentials: "omit" });
  if (!answer.ok) throw new Error(cut((await answer.text()) || `status ${answer.status}`, 300));
  return answer;
}

async function poll() {
  try {
    take(await (await ask(`${live.address}?${held()}`, "GET")).json());
    if (live.failed) live.notice.textContent = "";
    live.failed = 0;
  } catch (error) {
    live.failed += 1;
    live.notice.textContent = shown(`No answer (${error.message}); trying again.`);
  }
  const pace = live.next && !live.failed ? 0 : model.run.state === "running" ? HASTE.running : HASTE.rest;
  setTimeout(poll, Math.min(30_000, pace * (1 + live.failed)));
}

async function command(word) {
  live.notice.textContent = word === "stop" ? "Stopping …" : "Resuming …";
  try {
    await ask(`${live.address}/${word}`, "POST");
  } catch (error) {
    live.notice.textContent = shown(error.message);
    live.failed += 1;
  }
}

// What is new ---------------------------------------------------------------------------------------------------------

function take(answer) {
  const state = model.run.state;
  live.next = answer.next ?? null;
  model.run = answer.run;
  model.headline = answer.headline;
  const findings = JSON.stringify(answer.findings) !== JSON.stringify(model.findings);
  model.findings = answer.findings;
  const sources = answer.sources && JSON.stringify(answer.sources) !== JSON.stringify(model.sources);
  if (sources) model.sources = answer.sources;
  const grown = (answer.subjects ?? []).map(mergeSubject);
  if (answer.run.state !== state) live.notice.textContent = "";
  drawProgress();
  drawHeader();
  drawSubjects();
  if (sources || findings) side.source.refresh();
  const first = view.path === null && firstPath(subjectOf(view.subject)) !== null;
  if (view.subject === null || first) follow(location.hash, { focus: false });
  for (const { subject, fresh, whole } of grown) {
    if (subject.number !== view.subject) continue;
    if (fresh.length) side.tree?.add(fresh);
    if (whole || fresh.some(path => path.id === view.path)) drawDetail();
    else if (fresh.length) redrawSteps(subject);
  }
  refreshSide(findings);
}

// There may be a next path by now, and there are more than there were.
function redrawSteps(subject) {
  const before = byId("detail").querySelector(".steps");
  const path = pathOf(subject, view.path);
  if (before && path && !before.contains(document.activeElement)) before.replaceWith(pathSteps(subject, path));
}

function refreshSide(findings) {
  const { scrollTop } = side.panels[view.tab ?? "run"];
  if (findings) side.panels.findings.replaceChildren(el("h2", { class: "hush" }, "Findings"), findingsList());
  side.buttons.findings.replaceChildren("Findings ", el("span", { class: "badge" }, `${model.findings.length}`));
  if (view.tab !== "run") side.panels.run.replaceChildren(el("h2", { class: "hush" }, "Run"), factsPanel());
  side.panels[view.tab ?? "run"].scrollTop = scrollTop;
}

// `fresh` are the paths that came; `whole` says that something else than paths did.
function mergeSubject(given) {
  const subject = subjectOf(given.number);
  const fresh = given.paths ?? [];
  if (!subject) {
    model.subjects.push(withIndex(given));
    return { subject: given, fresh: [], whole: true };
  }
  if (given.kind !== "exploration") {
    const whole = JSON.stringify(given) !== JSON.stringify(subject);
    if (whole) Object.assign(subject, given);
    return { subject, fresh: [], whole };
  }
  subject.totals = given.totals;
  for (const path of fresh) {
    const at = subject.byId.get(path.id) ?? subject.paths.length;
    subject.paths[at] = path;
    subject.byId.set(path.id, at);
  }
  return { subject, fresh, whole: false };
}

// What is large about a path comes when somebody looks at it.  The head of the details stays: it may have the focus.
function restToCome(subject, path) {
  const place = section("Heaps", el("p", { class: "empty" }, "Drawing …"));
  ask(`${live.address}/path/${subject.number}/${path.id}`, "GET")
    .then(answer => answer.json())
    .then(rest => {
      Object.assign(path, rest, { brief: false });
      const [head] = place.parentElement?.children ?? [];
      place.parentElement?.replaceChildren(head, ...pathPanel(subject, path).slice(1).filter(Boolean));
    })
    .catch(error => place.replaceChildren(el("p", { class: "empty", role: "status" }, `No answer (${error.message}).`)));
  return place;
}

// Progress ------------------------------------------------------------------------------------------------------------

function drawProgress() {
  const running = model.run.state === "running";
  live.stop.hidden = !running;
  live.resume.hidden = running || model.run.state === "finished";
  live.figures.replaceChildren(...progressFigures().map(figure));
}

function progressFigures() {
  const { progress, seconds: passed, state } = model.run;
  if (!progress) return [["state", state]];
  const now = { at: performance.now(), paths: progress.paths ?? 0 };
  if (live.before && now.at > live.before.at) {
    const speed = (1000 * (now.paths - live.before.paths)) / (now.at - live.before.at);
    live.speed = live.speed === null ? speed : 0.7 * live.speed + 0.3 * speed;
  }
  live.before = now;
  const share = passed > 0 ? `${Math.min(100, Math.round((100 * (progress.solver_seconds ?? 0)) / passed))} %` : null;
  const lines = progress.lines ? `${Math.round((100 * progress.covered) / progress.lines)} %` : null;
  return [
    ["state", state],
    ["paths", (progress.paths ?? 0).toLocaleString("en")],
    ["paths/s", state === "running" && live.speed !== null ? live.speed.toFixed(1) : null],
    ["solver share", share],
    ["frontier", progress.frontier?.toLocaleString("en")],
    ["memory", progress.memory_mb ? `${Math.round(progress.memory_mb)} MB` : null],
    ["coverage", lines],
    ["now", state === "running" ? progress.doing : null],
  ].filter(([, value]) => value !== null && value !== undefined && value !== "");
}
