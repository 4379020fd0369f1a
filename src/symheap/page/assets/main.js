// The page begins here.

startTheme();
startLive();
drawHeader();
startSide();
view.file = Math.max(0, sourceOf(model.findings[0]?.file));
follow(location.hash, { focus: false });
byId("app").hidden = false;
side.tree?.reveal(view.path);

addEventListener("hashchange", () => follow(location.hash));

// A link to where one is already, which the browser would not follow; one that skips moves the focus only.
document.addEventListener("click", event => {
  const href = event.target.closest?.("a[href^='#']")?.getAttribute("href");
  if (href === "#detail") {
    event.preventDefault();
    byId("detail").focus();
  } else if (href && href === location.hash) {
    event.preventDefault();
    follow(href);
  }
});

document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select") || !side.tree) return;
  event.preventDefault();
  showTab("tree");
  side.tree.box.focus();
});

// On paper the source is there, whether it was looked at or not.
const onPaper = () => side.source.show(side.source.file ?? view.file);
addEventListener("beforeprint", onPaper);
matchMedia("print").addEventListener("change", event => event.matches && onPaper());
