// Light or dark: as the system has it until somebody chooses, then as chosen.  Files on disk may have no storage.

const THEME_KEY = "symheap-theme";

function storedTheme() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function startTheme() {
  const stored = storedTheme();
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  header.theme = button("", switchTheme, { class: "theme", id: "theme" });
  nameTheme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
}

function nameTheme() {
  header.theme.textContent = isDark() ? "☀ Light" : "☾ Dark";
  header.theme.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
}

function switchTheme() {
  const wanted = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = wanted;
  try {
    localStorage.setItem(THEME_KEY, wanted);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  nameTheme();
}
