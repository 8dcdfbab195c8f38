"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { keepCookie, newStore } from "@/components/live/store";
import { texts } from "@/lib/language/texts";
import { type Theme, themeCookie, themes } from "./theme";

/** Light, dark, or as the system says; shown at once and remembered for a year. */
export function ThemeToggle({ theme: initialTheme }: { theme: Theme }) {
  const t = themeTexts();
  const name = useId();
  const theme = useSyncExternalStore(chosen.watch, chosen.read, () => undefined) ?? initialTheme;

  return (
    <fieldset className="inline-flex rounded-md border border-line bg-canvas p-0.5">
      <legend className="sr-only">{t.theme}</legend>
      {themes.map((value) => {
        const label = t[value];
        const Icon = icons[value];
        return (
          <label
            key={value}
            title={label}
            className="flex h-6 w-7 items-center justify-center rounded text-faint outline-accent hover:text-text has-checked:bg-pressed has-checked:text-text has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
              className="sr-only"
            />
            <span className="sr-only">{label}</span>
            <Icon aria-hidden className="size-3.5" />
          </label>
        );
      })}
    </fieldset>
  );
}

const icons = { system: Monitor, light: Sun, dark: Moon } satisfies Record<Theme, unknown>;

/** What was chosen since the page was loaded; undefined: nothing yet. */
const chosen = newStore<Theme | undefined>(undefined);

/** Shown at once, everywhere, and remembered for a year. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme;
  keepCookie(themeCookie, theme);
  chosen.set(theme);
}

export const themeTexts = texts("theme", {
  theme: "Theme",
  system: "System",
  light: "Light",
  dark: "Dark",
});
