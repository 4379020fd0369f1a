// The computation tree on the page.  Only the rows in sight, and the one with the focus, are elements.

const ROW = 28;
const SPARE = 10;
const FILE_LETTERS = 22;

class TreeView {
  constructor(choose) {
    this.choose = choose;
    this.computation = new Computation();
    this.rows = new Rows();
    this.elements = new Map();
    this.active = 0;
    this.chosen = null;
    this.paths = [];
    this.filters = new Filters(() => this.rebuild());
    this.space = el("div", { class: "space", role: "none" });
    this.tree = el("div", { class: "tree", role: "tree", "aria-label": "Computation tree" }, this.space);
    this.tree.addEventListener("scroll", () => this.draw(), { passive: true });
    this.tree.addEventListener("keydown", event => this.press(event));
    this.tree.addEventListener("click", event => this.click(event));
    new ResizeObserver(() => this.draw()).observe(this.tree);
    this.element = el("div", { class: "tree-pane" }, this.controls(), this.tree);
  }

  controls() {
    this.box = el("input", {
      type: "search", id: "search", placeholder: "Search conditions, ends, places, #id", autocomplete: "off",
      spellcheck: "false", "aria-label": "Search the tree", "aria-keyshortcuts": "/",
      on: { input: () => this.searchSoon(), keydown: event => this.pressInSearch(event) },
    });
    this.found = el("span", { class: "found" });
    return el("div", { class: "controls", role: "search" }, this.box, this.found, this.filters.element,
      button("Expand all", () => this.openAll(true)), button("Collapse all", () => this.openAll(false)));
  }

  // What is seen stays where it is, and what has the focus keeps it, as paths are added.
  add(paths) {
    const { seen } = this.rows;
    const top = Math.floor(this.tree.scrollTop / ROW);
    const [first, active] = [seen[top]?.key, seen[this.active]?.key];
    this.paths.push(...paths.filter(path => !this.computation.leaves.has(path.id)));
    this.filters.offer(this.paths);
    for (const path of paths) if (this.filters.takes(path)) this.computation.add(path);
    this.rows.replace(this.computation.rows());
    if (!seen.length) this.rows.openSome(60);
    const at = key => this.rows.seen.findIndex(row => row.key === key);
    this.active = Math.max(0, at(active));
    this.redraw();
    this.tree.scrollTop += (Math.max(top, at(first)) - top) * ROW;
  }

  // The filters have changed.
  rebuild() {
    this.computation = new Computation(this.filters.all);
    for (const path of this.paths) if (this.filters.takes(path)) this.computation.add(path);
    this.rows.open = new Set();
    this.rows.seen = [];
    this.rows.replace(this.computation.rows());
    this.rows.openSome(60);
    this.redraw();
    say(counted(this.computation.leaves.size, "path"));
  }

  // Rows --------------------------------------------------------------------------------------------------------------

  redraw() {
    const focused = this.tree.contains(document.activeElement);
    this.elements.clear();
    this.space.replaceChildren();
    this.active = Math.max(0, Math.min(this.active, this.rows.seen.length - 1));
    this.space.style.height = `${this.rows.seen.length * ROW}px`;
    this.tree.classList.toggle("empty", !this.rows.seen.length);
    this.draw();
    if (focused) this.focus();
  }

  draw() {
    const { seen } = this.rows;
    const from = Math.max(0, Math.floor(this.tree.scrollTop / ROW) - SPARE);
    const to = Math.min(seen.length, Math.ceil((this.tree.scrollTop + this.tree.clientHeight) / ROW) + SPARE);
    const wanted = [];
    if (this.active < from && seen.length) wanted.push(this.active);
    for (let at = from; at < to; at += 1) wanted.push(at);
    if (this.active >= to && seen.length) wanted.push(this.active);
    for (const [at, element] of this.elements) {
      if (wanted.includes(at)) continue;
      element.remove();
      this.elements.delete(at);
    }
    let next = this.space.firstChild;
    for (const at of wanted) {
      const made = this.elements.get(at);
      if (made) next = made.nextSibling;
      else this.space.insertBefore(this.make(at), next);
    }
  }

  make(at) {
    const row = this.rows.seen[at];
    const chosen = row.leaf !== null && row.leaf.path.id === this.chosen;
    const element = el("div", {
      role: "treeitem", class: this.rows.hits.has(row.key) ? "row hit" : "row", "data-at": at,
      "aria-level": row.level, "aria-setsize": row.size, "aria-posinset": row.position,
      "aria-expanded": row.node ? String(this.rows.isOpen(row)) : null, "aria-selected": String(chosen),
      tabindex: at === this.active ? "0" : "-1",
      title: [...row.chain.map(decision), row.leaf?.path.ending ?? ""].join("\n"),
    }, rowContents(row));
    element.style.top = `${at * ROW}px`;
    element.style.paddingLeft = `${0.4 + Math.min(row.level - 1, 18) * 0.9}rem`;
    this.elements.set(at, element);
    return element;
  }

  // Moving ------------------------------------------------------------------------------------------------------------

  moveTo(at) {
    const { seen } = this.rows;
    if (!seen.length) return;
    this.elements.get(this.active)?.setAttribute("tabindex", "-1");
    this.active = Math.max(0, Math.min(at, seen.length - 1));
    this.scrollTo(this.active);
    this.draw();
    this.elements.get(this.active).setAttribute("tabindex", "0");
    this.focus();
  }

  focus() {
    this.elements.get(this.active)?.focus({ preventScroll: true });
  }

  scrollTo(at) {
    const top = at * ROW;
    const room = this.tree.clientHeight;
    if (top < this.tree.scrollTop) this.tree.scrollTop = top;
    else if (top + ROW > this.tree.scrollTop + room) this.tree.scrollTop = top + ROW - room;
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = this.rows.seen[this.active];
    const page = Math.max(1, Math.floor(this.tree.clientHeight / ROW) - 1);
    const acts = {
      ArrowDown: () => this.moveTo(this.active + 1),
      ArrowUp: () => this.moveTo(this.active - 1),
      PageDown: () => this.moveTo(this.active + page),
      PageUp: () => this.moveTo(this.active - page),
      Home: () => this.moveTo(0),
      End: () => this.moveTo(this.rows.seen.length - 1),
      ArrowRight: () => this.inward(row),
      ArrowLeft: () => this.outward(row),
      Enter: () => this.act(row),
      " ": () => this.act(row),
    };
    if (!row || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  inward(row) {
    if (row.node && !this.rows.isOpen(row)) this.toggle(row);
    else if (row.node) this.moveTo(this.active + 1);
  }

  outward(row) {
    if (row.node && this.rows.isOpen(row)) this.toggle(row);
    else if (row.parent >= 0) this.moveTo(this.rows.seen.indexOf(this.rows.all[row.parent]));
  }

  act(row) {
    if (row.leaf) this.choose(row.leaf.path);
    else this.toggle(row);
  }

  toggle(row) {
    this.rows.toggle(row);
    this.redraw();
  }

  click(event) {
    const element = event.target.closest("[role=treeitem]");
    if (!element) return;
    this.moveTo(Number(element.dataset.at));
    this.act(this.rows.seen[this.active]);
  }

  // Choosing and searching --------------------------------------------------------------------------------------------

  reveal(id) {
    this.chosen = id;
    if (id !== null && !this.computation.leaves.has(id) && this.paths.some(path => path.id === id)) this.filters.clear();
    const at = id === null ? -1 : this.rows.reveal(id);
    if (at >= 0) this.active = at;
    if (!this.rows.query) this.box.value = "";
    this.redraw();
    if (at >= 0) this.scrollTo(at);
    this.draw();
  }

  openAll(wanted) {
    if (this.rows.query) this.box.value = "";
    this.rows.search("");
    this.rows.openAll(wanted);
    this.found.textContent = "";
    this.redraw();
  }

  searchSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.search(this.box.value), 60);
  }

  search(query) {
    this.rows.search(query);
    const words = this.rows.query ? (this.rows.hits.size ? counted(this.rows.hits.size, "hit") : "no hits") : "";
    this.found.textContent = words;
    say(words);
    if (this.rows.query) {
      this.tree.scrollTop = 0;
      this.active = Math.max(0, this.rows.seen.findIndex(row => this.rows.hits.has(row.key)));
    }
    this.redraw();
    this.scrollTo(this.active);
    if (!this.rows.query && this.chosen !== null) this.reveal(this.chosen);
  }

  pressInSearch(event) {
    if (event.key === "Escape" && this.box.value) {
      event.preventDefault();
      this.box.value = "";
      this.search("");
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      clearTimeout(this.waiting);
      if (this.rows.query !== this.box.value.trim().toLowerCase()) this.search(this.box.value);
      this.moveTo(this.active);
    }
  }
}

// One row -------------------------------------------------------------------------------------------------------------

function decision(branch) {
  return `${shortPlace(branch.position)}: ${branch.words ?? `${branch.kind} ${branch.choice}`}`;
}

// What was asked, and the answer; a decision without words is its kind and its choice.
function asked(branch) {
  const [, question, answer] = /^(.*): (yes|no)$/su.exec(branch.words ?? "") ?? [];
  if (question) return [question, answer];
  return branch.words ? [branch.words, ""] : [branch.kind, String(branch.choice)];
}

// The name of the file may be cut; the line may not.
function rowPlace(position) {
  const place = placeOf(position);
  return place ? `${cut(baseName(place.file), FILE_LETTERS)}:${place.line}` : cut(shortPlace(position), FILE_LETTERS);
}

function rowContents(row) {
  const [first] = row.chain;
  const parts = [el("span", { class: "twist", "aria-hidden": "true" })];
  if (row.level > 19) parts.push(el("span", { class: "level" }, `${row.level}`));
  if (first) {
    const [question, answer] = asked(first);
    parts.push(el("span", { class: "where" }, rowPlace(first.position)), " ");
    parts.push(el("span", { class: "what" }, cut(question, 120)), " ");
    if (answer) parts.push(el("span", { class: `choice ${answer}` }, cut(answer, 60)), " ");
  }
  const more = row.chain.length - 1;
  if (more > 0) parts.push(el("span", { class: "then" }, `then ${more} more`), " ");
  return [...parts, ...(row.leaf ? endContents(row.leaf.path) : nodeContents(row.node))];
}

function endContents(path) {
  const doubt = path.confirmed ? "" : " (not confirmed)";
  return [
    mark(path.style), " ",
    el("span", { class: "ending" }, cut(path.ending, 160) + doubt), " ",
    el("span", { class: "tally" }, `path ${path.id}`),
  ];
}

function nodeContents(node) {
  if (!node.children.size) return [el("span", { class: "then" }, counted(node.ends.length, "trace")), tally(node)];
  return [tally(node)];
}

function tally(node) {
  const styles = Object.entries(node.styles).filter(([, number]) => number);
  return el("span", { class: "tally" }, styles.map(([style, number]) => [mark(style), `${number} `]));
}
