// Which rows of a computation tree are to be seen: those whose ancestors are open, or those that a search leads to.

class Rows {
  constructor() {
    this.all = [];
    this.open = new Set();
    this.query = "";
    this.hits = new Set();
    this.kept = new Set();
    this.toggled = new Set();
    this.seen = [];
  }

  // A path that was seen is seen, though there may be decisions now where there were none.
  replace(all) {
    const seen = new Set(this.seen.filter(row => row.leaf).map(row => row.key));
    this.all = all;
    for (const row of all) {
      if (seen.has(row.leaf)) for (let at = row.parent; at >= 0; at = all[at].parent) this.open.add(all[at].node);
    }
    this.search(this.query);
  }

  isOpen(row) {
    if (!row.node) return false;
    if (!this.query) return this.open.has(row.node);
    const leads = this.kept.has(row.key);
    return this.toggled.has(row.node) ? !leads : leads;
  }

  toggle(row) {
    const set = this.query ? this.toggled : this.open;
    if (!set.delete(row.node)) set.add(row.node);
    this.update();
  }

  openAll(wanted = true) {
    this.open = new Set(wanted ? this.all.filter(row => row.node).map(row => row.node) : []);
    this.update();
  }

  // Opens rows from the top as long as not more than `most` are seen.
  openSome(most) {
    let level = this.all.filter(row => row.parent < 0);
    let seen = level.length;
    while (level.length) {
      const next = [];
      for (const row of level) {
        if (!row.node) continue;
        const below = row.node.children.size + row.node.ends.length;
        if (seen + below > most) return this.update();
        seen += below;
        this.open.add(row.node);
        for (let at = this.all.indexOf(row) + 1; at < row.past; at = this.all[at].past) next.push(this.all[at]);
      }
      level = next;
    }
    return this.update();
  }

  // Shows the row of a path: opens all that is above it.
  reveal(id) {
    let row = this.all.find(each => each.leaf?.path.id === id);
    if (!row) return -1;
    if (this.query && !this.seen.includes(row)) this.search("");
    const { key } = row;
    while (row.parent >= 0) {
      row = this.all[row.parent];
      if (!this.isOpen(row)) (this.query ? this.toggled : this.open).add(row.node);
    }
    this.update();
    return this.seen.findIndex(each => each.key === key);
  }

  // Hits hold the query as it stands or, if there are none, all words of it; `#ID` hits the row of a path.
  search(query) {
    this.query = query.trim().toLowerCase();
    this.hits.clear();
    this.kept.clear();
    this.toggled.clear();
    for (const words of this.query ? [[this.query], this.query.split(/\s+/)] : []) {
      if (this.hits.size) break;
      for (const row of this.all) if (matches(row, words)) this.keep(row);
    }
    this.update();
  }

  keep(row) {
    this.hits.add(row.key);
    for (let at = row.parent; at >= 0 && !this.kept.has(this.all[at].key); at = this.all[at].parent) {
      this.kept.add(this.all[at].key);
    }
  }

  // Below a hit everything can be opened; elsewhere, only what leads to one is seen.
  update() {
    this.seen = [];
    let free = 0;
    for (let at = 0; at < this.all.length; ) {
      const row = this.all[at];
      const hit = this.hits.has(row.key);
      if (this.query && !hit && at >= free && !this.kept.has(row.key)) {
        at = row.past;
        continue;
      }
      if (hit) free = Math.max(free, row.past);
      this.seen.push(row);
      at = this.isOpen(row) ? at + 1 : row.past;
    }
  }
}

function matches(row, words) {
  row.text ??= searchable(row);
  return words.every(word => (word.startsWith("#") ? row.leaf?.path.id === word.slice(1) : row.text.includes(word)));
}

function searchable(row) {
  const found = row.chain.map(branch => `${branch.kind} ${branch.choice} ${branch.position} ${branch.words ?? ""}`);
  const path = row.leaf?.path;
  if (path) found.push(`path ${path.id}`, path.ending, ...path.conditions);
  return found.join("\n").toLowerCase();
}
