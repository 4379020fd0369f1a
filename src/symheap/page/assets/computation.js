// The computation tree: decisions inside, ends of paths at the leaves.  It grows by one path at a time.

class Computation {
  // Minor decisions, those in libraries and in code of the compiler, are left out unless `all` is set: paths that differ
  // in nothing else end at one node.
  constructor(all = false) {
    this.all = all;
    this.root = newNode(null);
    this.leaves = new Map();
  }

  add(path) {
    const known = this.leaves.get(path.id);
    if (known) {
      known.path = path;
      return;
    }
    let node = this.root;
    count(node, path.style);
    for (const branch of path.branches) {
      if (branch.minor && !this.all) continue;
      const key = `${branch.kind}\n${branch.position}\n${branch.choice}`;
      let next = node.children.get(key);
      if (!next) node.children.set(key, (next = newNode(branch)));
      node = next;
      count(node, path.style);
    }
    const leaf = { path };
    node.ends.push(leaf);
    this.leaves.set(path.id, leaf);
  }

  // All rows of the tree, opened throughout.  A row is a chain of decisions without alternatives, and what it leads to:
  // a node with several ways on, or the end of a path.  `past` is the number of the first row that is not below it.
  rows() {
    const rows = [];
    const pending = waysOn(this.root, -1, 1);
    while (pending.length) {
      const item = pending.pop();
      if (item.closes !== undefined) {
        rows[item.closes].past = rows.length;
        continue;
      }
      const row = rowOf(item);
      rows.push(row);
      row.past = rows.length;
      if (!row.node) continue;
      pending.push({ closes: rows.length - 1 });
      for (const way of waysOn(row.node, rows.length - 1, row.level + 1)) pending.push(way);
    }
    return rows;
  }
}

function newNode(branch) {
  return { branch, children: new Map(), ends: [], count: 0, styles: { good: 0, bad: 0, thrown: 0, open: 0 } };
}

function count(node, style) {
  node.count += 1;
  node.styles[style] = (node.styles[style] ?? 0) + 1;
}

// What follows a node, the first on top of the stack.
function waysOn(node, parent, level) {
  const found = [...node.children.values(), ...node.ends];
  return found.map((to, at) => ({ to, parent, level, position: at + 1, size: found.length })).reverse();
}

function rowOf({ to, parent, level, position, size }) {
  const row = { parent, level, position, size, chain: [], node: null, leaf: null, past: 0 };
  if (to.path) row.leaf = to;
  else {
    let node = to;
    row.chain.push(node.branch);
    while (node.children.size === 1 && !node.ends.length) {
      [node] = node.children.values();
      row.chain.push(node.branch);
    }
    if (!node.children.size && node.ends.length === 1) [row.leaf] = node.ends;
    else row.node = node;
  }
  row.key = row.leaf ?? row.node;
  return row;
}
