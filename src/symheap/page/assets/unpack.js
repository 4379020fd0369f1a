// Paths as a page holds them: rows of one table, of which what is common is there once.  See packing.py.

function unpacked(model) {
  if (!model.packed) return model;
  const table = tableOf(model.packed);
  const paths = subject => subject.kind === "exploration" ? { ...subject, paths: subject.paths.map(table.late) } : subject;
  return { ...model, packed: null, subjects: model.subjects.map(paths) };
}

function tableOf(rows) {
  const keys = new Map();

  function value(at) {
    const row = rows[at];
    if (!Array.isArray(row)) return row;
    if (row[0] === 0) return listed(at).map(value);
    if (row[0] === 2) return row.slice(1).flatMap(block => listed(block).map(value)).join("\n");
    return Object.fromEntries(keysOf(row[1]).map((key, i) => [key, value(row[i + 2])]));
  }

  function listed(at) {
    const found = [];
    for (let row = rows[at]; row.length > 1; row = rows[row[1]]) found.push(row[2]);
    return found.reverse();
  }

  function keysOf(at) {
    if (!keys.has(at)) keys.set(at, listed(at).map(value));
    return keys.get(at);
  }

  // An object whose values are unpacked when they are asked for.
  function late(at) {
    const row = rows[at];
    const made = {};
    keysOf(row[1]).forEach((key, i) => Object.defineProperty(made, key, {
      configurable: true,
      enumerable: true,
      get() {
        const found = value(row[i + 2]);
        Object.defineProperty(made, key, { value: found, writable: true, enumerable: true });
        return found;
      },
    }));
    return made;
  }

  return { late };
}
