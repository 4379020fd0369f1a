// The list of subjects at the side, if there are several.

const FILTER_FROM = 8;

function drawSubjects() {
  const nav = byId("subjects");
  nav.hidden = model.subjects.length < 2;
  if (nav.hidden) return;
  const old = nav.querySelector("input");
  const kept = old?.value ?? "";
  const list = el("ul", {}, model.subjects.map(subjectItem));
  if (old) {
    nav.querySelector("ul").replaceWith(list);
  } else {
    const filter = el("input", {
      type: "search", placeholder: "Filter", "aria-label": "Filter the subjects",
      on: { input: () => filterSubjects(filter.value) },
    });
    filter.hidden = model.subjects.length < FILTER_FROM;
    nav.replaceChildren(el("h2", {}, `Subjects (${model.subjects.length})`), filter, list);
  }
  filterSubjects(kept);
}

function subjectItem(subject) {
  const { style, words } = styleOf(subject);
  const name = nameOf(subject);
  const short = name.includes("::") ? name.slice(name.indexOf("::") + 2) : baseName(name);
  const current = subject.number === view.subject ? "true" : null;
  return el("li", { "data-name": name.toLowerCase() },
    el("a", { href: subjectLink(subject.number), title: name, "aria-current": current },
      mark(style, ""), " ", el("span", { class: "name" }, cut(short, 160)),
      el("span", { class: "faint" }, subject.heap ? `${words}, ${subject.heap}` : words)));
}

function filterSubjects(query) {
  const words = query.trim().toLowerCase();
  for (const item of document.querySelectorAll("#subjects li")) item.hidden = !item.dataset.name.includes(words);
}
