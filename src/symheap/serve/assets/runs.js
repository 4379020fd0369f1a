// The list of runs, renewed every few seconds.

const header = { theme: null };
const PACE = 3000;
const LONGEST_TARGET = 200;
const token = document.querySelector('meta[name="symheap-token"]').content;
const notice = el("p", { class: "notice", role: "status" });
const list = el("div");
let shownList = "";

const STATUSES = { 0: ["good", "finished"], 1: ["bad", "finished"], 3: ["open", "finished, inconclusive"] };

// Nothing looks clean but what has come to its end and is.
function stateOf({ state, status }) {
  return (state === "finished" ? STATUSES[status] : null) ?? [state === "running" ? "plain" : "open", state];
}

function findingsOf({ state, findings }) {
  if (findings) return [mark("bad", ""), " ", findings.toLocaleString("en")];
  return state === "finished" ? "0" : el("span", { title: "not known before the end" }, "?");
}

function row(run) {
  const [style, words] = stateOf(run);
  const name = encodeURIComponent(run.name);
  const started = new Date(run.started);
  return el("tr", {},
    el("th", { scope: "row", class: "id" }, el("a", { href: `run/${name}` }, label(run.id, 60))),
    el("td", { class: "target" }, label(run.target, LONGEST_TARGET)),
    el("td", {}, cut(run.command, 40)),
    el("td", { class: "state" }, mark(style, ""), " ", words),
    el("td", { class: "n" }, run.results.toLocaleString("en")),
    el("td", { class: "n" }, findingsOf(run)),
    el("td", { class: "n" }, seconds(run.seconds)),
    el("td", { class: "started" }, el("time", { datetime: run.started }, started.toLocaleString())),
    el("td", {}, el("a", { href: `report/${name}.html`, download: "", "aria-label": `Save the report of ${run.id}` }, "save")));
}

const HEAD = [["run"], ["target"], ["command"], ["state"], ["results", "n"], ["findings", "n"], ["time", "n"], ["started"], ["report"]];

function draw({ runs, problems }) {
  const head = el("tr", {}, HEAD.map(([name, className]) => el("th", { scope: "col", class: className ?? null }, name)));
  const table = el("table", {}, el("caption", { class: "hush" }, "Runs"), el("thead", {}, head), el("tbody", {}, runs.map(row)));
  const empty = el("p", { class: "empty" }, "There are no runs yet: symheap explore, test and prove make them.");
  list.replaceChildren(runs.length ? table : empty, ...problems.map(words => el("p", { class: "faint" }, cut(words, 400))));
}

// What has not changed is left alone: one may be reading it, or be about to click.
function take(text) {
  if (text === shownList) return;
  shownList = text;
  const focused = document.activeElement?.getAttribute("href");
  draw(JSON.parse(text));
  if (focused) [...list.querySelectorAll("a")].find(link => link.getAttribute("href") === focused)?.focus();
}

async function poll() {
  try {
    const answer = await fetch("/api/runs", { headers: { "X-Symheap-Token": token }, cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    take(await answer.text());
    notice.textContent = "";
  } catch (error) {
    notice.textContent = shown(`No answer (${error.message}); trying again.`);
  }
  setTimeout(poll, PACE);
}

startTheme();
byId("title").append(header.theme);
byId("main").append(notice, list);
take(byId("data").textContent);
setTimeout(poll, PACE);
