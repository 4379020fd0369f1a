// Search in all pages, without a server.  Every word must occur, titles come first, and a page stands for its sections
// only where no single one of them has all the words.
"use strict";
const input = document.getElementById("search");
const found = document.getElementById("found");
const base = document.body.dataset.base;

function ranked(words) {
  const hits = [];
  for (const entry of searchIndex.docs) {
    const title = entry.title.toLowerCase();
    const text = entry.text.toLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) continue;
    const inTitle = words.filter((word) => title.includes(word)).length;
    hits.push({ entry, page: entry.location.split("#")[0], inTitle });
  }
  const inSections = new Set(hits.filter((hit) => hit.entry.location !== hit.page).map((hit) => hit.page));
  const apart = hits.filter((hit) => hit.inTitle || hit.entry.location !== hit.page || !inSections.has(hit.page));
  return apart.sort((a, b) => b.inTitle - a.inTitle).slice(0, 20);
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const begin = Math.max(0, at - 50);
  return (begin ? "…" : "") + text.slice(begin, at + 110) + (at + 110 < text.length ? "…" : "");
}

function item({ entry }, words) {
  const link = document.createElement("a");
  link.href = `${base}/${entry.location}`;
  link.textContent = entry.title;
  const small = document.createElement("small");
  small.textContent = excerpt(entry.text, words[0]);
  link.append(small);
  const row = document.createElement("li");
  row.append(link);
  return row;
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  const rows = words.length ? ranked(words).map((hit) => item(hit, words)) : [];
  if (words.length && !rows.length) {
    const none = document.createElement("li");
    none.className = "none";
    none.textContent = "Nothing has all of these words.";
    rows.push(none);
  }
  found.replaceChildren(...rows);
}

function step(by) {
  const links = [input, ...found.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  links[(at + by + links.length) % links.length].focus();
}

input.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  const inside = event.target === input || found.contains(event.target);
  if (event.key === "/" && event.target !== input && !event.ctrlKey && !event.metaKey) {
    input.focus();
  } else if (event.key === "Escape" && inside) {
    input.value = "";
    search();
    input.focus();
  } else if (event.key === "ArrowDown" && inside) {
    step(1);
  } else if (event.key === "ArrowUp" && inside) {
    step(-1);
  } else {
    return;
  }
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (!found.contains(event.target) && event.target !== input) found.hidden = true;
});
