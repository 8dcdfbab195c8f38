import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  CheckCheck,
  Columns3,
  Download,
  Eraser,
  Headphones,
  Keyboard,
  KeyboardOff,
  Link,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PanelRightOpen,
  Play,
  Redo2,
  RefreshCw,
  Search,
  SquareCheck,
  Sun,
  Undo2,
  X,
} from "lucide-react";
import {
  findOwner,
  openDialog,
  playUnheard,
  pressOwner,
  singleKeysAreOn,
  turnSingleKeys,
} from "@/components/keyboard/keys";
import { hasPlayer, skipSeconds, toggleAnyPlayer } from "@/components/player/remote-control";
import { chooseTheme } from "@/components/preferences/theme-toggle";
import {
  changeTableView,
  columnLabels,
  readTableView,
} from "@/components/recordings/columns/table-view";
import {
  isUsual,
  listColumns,
  parseColumns,
  usualColumns,
  writeColumns,
} from "@/lib/recordings/filter/list-view";
import { withParameters } from "./filter-items";
import type { PaletteItem } from "./items";
import { paletteTexts } from "./texts.en";

/** What can be done on this page, in the list of `search`, and anywhere. `isOnRow`: a call has the focus. */
export function toActionItems(
  search: string,
  { isOnRow, signOut }: { isOnRow: boolean; signOut: () => unknown },
): PaletteItem[] {
  const t = paletteTexts().actions;
  const action = (
    named: Named,
    icon: LucideIcon,
    run: () => unknown,
    keys?: string,
  ): PaletteItem => ({ group: "actions", ...named, icon, run, ...(keys && { keys }) });
  const areOn = singleKeysAreOn();
  return [
    ...listKeyActions()
      .filter((one) => canPress(one, isOnRow))
      .map((one) => {
        const keys = areOn || !isSingle(one) ? (one.keys ?? one.key) : undefined;
        return action(one.named, one.icon, () => press(one), keys);
      }),
    ...(hasPlayer() ? [action(t.play, Play, toggleAnyPlayer, "Space")] : []),
    action(t.playUnheard, Headphones, playUnheard, areOn ? "U" : undefined),
    { group: "actions", ...t.clearFilters, icon: Eraser, href: "/recordings" },
    ...formats.map(({ format, label }) =>
      action(t.exportAs(label), Download, () => {
        window.location.assign(toExportHref(search, format));
      }),
    ),
    ...(findLinkButton() || navigator.clipboard ? [action(t.copyLink, Link, copyLink)] : []),
    action(t.shortcuts, Keyboard, () => openDialog("help"), areOn ? "?" : undefined),
    action(areOn ? t.singleKeysOff : t.singleKeysOn, areOn ? KeyboardOff : Keyboard, () =>
      turnSingleKeys(!areOn),
    ),
    action(t.lightTheme, Sun, () => chooseTheme("light")),
    action(t.darkTheme, Moon, () => chooseTheme("dark")),
    action(t.systemTheme, Monitor, () => chooseTheme("system")),
    action(t.signOut, LogOut, signOut),
  ];
}

type Named = { label: string; words: string };

/** The columns of the list of `search`, each to be shown or hidden. */
export function toColumnItems(search: string): PaletteItem[] {
  const t = paletteTexts();
  const parameters = new URLSearchParams(search);
  const shown =
    parseColumns(parameters.getAll("show").join(",")).columns ??
    readTableView().columns ??
    usualColumns;
  // The way to the call is on the customer's name.
  return listColumns.flatMap((column): PaletteItem[] => {
    if (column === "customer") return [];
    const isShown = shown.includes(column);
    const next = isShown ? shown.filter((one) => one !== column) : [...shown, column];
    const chosen = isUsual(next) ? null : next;
    return [
      {
        group: "columns",
        icon: Columns3,
        isOnlyIfSought: true,
        words: t.columnWords,
        label: (isShown ? t.hideColumn : t.showColumn)(columnLabels[column]),
        href: withParameters(search, [["show", chosen ? writeColumns(chosen) : ""]]),
        before: () => changeTableView((view) => ({ ...view, columns: chosen })),
      },
    ];
  });
}

/** Where the page has a button for it, that knows more. */
function copyLink(): void {
  const button = findLinkButton();
  // The clipboard exists on https and localhost only, and there it may be forbidden.
  if (button) button.click();
  else navigator.clipboard.writeText(window.location.href).catch(() => undefined);
}

function findLinkButton(): HTMLElement | null {
  return document.querySelector("[data-copy-link]");
}

type KeyAction = {
  key: string;
  /** As it is written, with what is held beside it, where that differs. */
  keys?: string;
  named: Named;
  icon: LucideIcon;
  /** Whose key it is: that of a part of the page, of the row with the focus, or of a control that says so. */
  of?: "list" | "row" | "player";
};

/** What the page itself offers, where it does, by the key that it has for it. */
function listKeyActions(): KeyAction[] {
  const t = paletteTexts().actions;
  return [
    { key: "N", named: t.showNew, icon: RefreshCw },
    { key: "/", named: t.search, icon: Search },
    { key: "]", named: t.next, icon: ArrowRight },
    { key: "[", named: t.previous, icon: ArrowLeft },
    { key: "Escape", keys: "Esc", named: t.close, icon: X },
    { key: "J", named: t.nextInList, icon: ArrowDown },
    { key: "K", named: t.previousInList, icon: ArrowUp },
    { key: "J", named: t.nextInList, icon: ArrowDown, of: "list" },
    { key: "K", named: t.previousInList, icon: ArrowUp, of: "list" },
    { key: "Enter", named: t.open, icon: PanelRightOpen, of: "row" },
    { key: " ", keys: "Space", named: t.playThis, icon: Play, of: "row" },
    { key: "X", named: t.select, icon: SquareCheck, of: "row" },
    { key: "J", keys: "Shift J", named: t.extendDown, icon: ArrowDown, of: "row" },
    { key: "K", keys: "Shift K", named: t.extendUp, icon: ArrowUp, of: "row" },
    { key: "A", keys: "Ctrl A", named: t.selectAll, icon: CheckCheck, of: "row" },
    { key: "ArrowLeft", keys: "Shift ←", named: t.back(skipSeconds), icon: Undo2, of: "player" },
    {
      key: "ArrowRight",
      keys: "Shift →",
      named: t.forward(skipSeconds),
      icon: Redo2,
      of: "player",
    },
  ];
}

const parts = {
  list: "#recordings-table",
  row: "#recordings-table",
  player: ".player-dock",
};

/** Whether it is a key that may be turned off. */
function isSingle({ key, keys }: KeyAction): boolean {
  return key.length === 1 && !/^Ctrl/.test(keys ?? "");
}

function canPress(action: KeyAction, isOnRow: boolean): boolean {
  const { key, of } = action;
  if (of === undefined) return findOwner(key) !== undefined;
  if (of === "row" && !isOnRow) return false;
  // The player hears its keys whatever was chosen, since it hears them only where it has the focus.
  const isHeard = of === "player" || singleKeysAreOn() || !isSingle(action);
  return isHeard && document.querySelector(parts[of]) !== null;
}

/** As if the key were pressed where the focus is, or in the part of the page that hears it. */
function press({ key, keys = "", of }: KeyAction): void {
  if (of === undefined) return void pressOwner(key);
  const focused = document.activeElement ?? document.body;
  const target = of === "player" ? document.querySelector(parts[of]) : focused;
  target?.dispatchEvent(
    new KeyboardEvent("keydown", {
      key,
      shiftKey: /^Shift/.test(keys),
      ctrlKey: /^Ctrl/.test(keys),
      bubbles: true,
      cancelable: true,
    }),
  );
  if (key === "Enter" && target instanceof HTMLElement) target.click();
}

const formats = [
  { format: "csv", label: "CSV" },
  { format: "jsonl", label: "JSON Lines" },
];

function toExportHref(search: string, format: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set("format", format);
  return `/api/recordings/export?${parameters}`;
}
