import { type Theme, themeCookie } from "./theme";

const listeners = new Set<() => void>();
let chosen: Theme | undefined;

/** What was chosen since the page was loaded; undefined: nothing yet. */
export function readChosenTheme(): Theme | undefined {
  return chosen;
}

/** Shown at once, everywhere, and remembered for a year. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
  for (const listener of listeners) listener();
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
