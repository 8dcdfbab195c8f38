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
import { findOwner, playUnheard, pressOwner } from "@/components/keyboard/handle-key";
import { openDialog } from "@/components/keyboard/open-dialog";
import { singleKeysAreOn, turnSingleKeys } from "@/components/keyboard/read-key";
import { hasPlayer, skipSeconds, toggleAnyPlayer } from "@/components/player/remote-control";
import { columnLabels } from "@/components/recordings/columns/columns";
import { changeTableView, readTableView } from "@/components/recordings/columns/table-view-choice";
import { chooseTheme } from "@/components/theme/theme-toggle";
import {
  isUsual,
  listColumns,
  parseColumns,
  usualColumns,
  writeColumns,
} from "@/lib/recordings/filter/list-columns";
import { withParameters } from "./filter-items";
import type { PaletteItem } from "./find-items";

/** What can be done on this page, in the list of `search`, and anywhere. `isOnRow`: a call has the focus. */
export function toActionItems(
  search: string,
  { isOnRow, signOut }: { isOnRow: boolean; signOut: () => unknown },
): PaletteItem[] {
  const action = (
    label: string,
    icon: LucideIcon,
    { words = "", keys }: { words?: string; keys?: string | undefined },
    run: () => unknown,
  ): PaletteItem => ({ group: "Actions", label, icon, words, run, ...(keys && { keys }) });
  const areOn = singleKeysAreOn();
  return [
    ...keyActions
      .filter((one) => canPress(one, isOnRow))
      .map((one) => {
        const keys = areOn || !isSingle(one) ? (one.keys ?? one.key) : undefined;
        return action(one.label, one.icon, { words: one.words, keys }, () => press(one));
      }),
    ...(hasPlayer()
      ? [
          action(
            "Play or pause",
            Play,
            { words: "listen audio sound", keys: "Space" },
            toggleAnyPlayer,
          ),
        ]
      : []),
    action(
      "Play the next unheard call",
      Headphones,
      { words: "listen heard", keys: areOn ? "U" : undefined },
      playUnheard,
    ),
    {
      ...{ group: "Actions", label: "Clear all filters", icon: Eraser, words: "reset" },
      href: "/recordings",
    },
    ...formats.map(({ format, label }) =>
      action(`Export as ${label}`, Download, { words: "download save file" }, () => {
        window.location.assign(toExportHref(search, format));
      }),
    ),
    ...(findLinkButton() || navigator.clipboard
      ? [action("Copy link", Link, { words: "address url share" }, copyLink)]
      : []),
    action(
      "Keyboard shortcuts",
      Keyboard,
      { words: "help keys", ...(areOn && { keys: "?" }) },
      () => openDialog("help"),
    ),
    action(
      `Turn single-key shortcuts ${areOn ? "off" : "on"}`,
      areOn ? KeyboardOff : Keyboard,
      { words: "keyboard" },
      () => turnSingleKeys(!areOn),
    ),
    action("Light theme", Sun, { words: "appearance day" }, () => chooseTheme("light")),
    action("Dark theme", Moon, { words: "appearance night" }, () => chooseTheme("dark")),
    action("Theme as the system", Monitor, { words: "appearance automatic" }, () =>
      chooseTheme("system"),
    ),
    action("Sign out", LogOut, { words: "log off leave" }, signOut),
  ];
}

/** The columns of the list of `search`, each to be shown or hidden. */
export function toColumnItems(search: string): PaletteItem[] {
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
        ...{ group: "Columns", icon: Columns3, isOnlyIfSought: true, words: "column" },
        label: `${isShown ? "Hide" : "Show"} ${columnLabels[column]}`,
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
  modifier?: "shift" | "control";
  /** As it is written, where that differs. */
  keys?: string;
  label: string;
  icon: LucideIcon;
  words: string;
  /** Whose key it is: that of a part of the page, of the row with the focus, or of a control that says so. */
  of?: "list" | "row" | "player";
};

/** What the page itself offers, where it does, by the key that it has for it. */
const keyActions: KeyAction[] = [
  { key: "N", label: "Show new calls", icon: RefreshCw, words: "refresh live" },
  { key: "/", label: "Search recordings", icon: Search, words: "find calls" },
  { key: "]", label: "Next", icon: ArrowRight, words: "page call older forward" },
  { key: "[", label: "Previous", icon: ArrowLeft, words: "page call newer back" },
  { key: "Escape", keys: "Esc", label: "Close the open call", icon: X, words: "panel" },
  { key: "J", label: "Next call in the list", icon: ArrowDown, words: "row down", of: "list" },
  { key: "K", label: "Previous call in the list", icon: ArrowUp, words: "row up", of: "list" },
  { key: "Enter", label: "Open this call", icon: PanelRightOpen, words: "details", of: "row" },
  { key: " ", keys: "Space", label: "Play this call", icon: Play, words: "listen", of: "row" },
  { key: "X", label: "Select this call", icon: SquareCheck, words: "mark row", of: "row" },
  ...(["J", "K"] as const).map((key): KeyAction => {
    const label = `Extend selection ${key === "J" ? "down" : "up"}`;
    const icon = key === "J" ? ArrowDown : ArrowUp;
    return { key, modifier: "shift", keys: `Shift ${key}`, label, icon, words: "rows", of: "row" };
  }),
  {
    ...{ key: "A", modifier: "control", keys: "Ctrl A", label: "Select all loaded calls" },
    ...{ icon: CheckCheck, words: "mark rows", of: "row" },
  },
  {
    key: "J",
    label: `Back ${skipSeconds} seconds`,
    icon: Undo2,
    words: "player rewind",
    of: "player",
  },
  {
    key: "L",
    label: `Forward ${skipSeconds} seconds`,
    icon: Redo2,
    words: "player skip",
    of: "player",
  },
];

const parts = {
  list: "#recordings-table",
  row: "#recordings-table",
  player: "[aria-label=Player]",
};

/** Whether it is a key that may be turned off. */
function isSingle({ key, modifier }: KeyAction): boolean {
  return key.length === 1 && modifier !== "control";
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
function press({ key, modifier, of }: KeyAction): void {
  if (of === undefined) return void pressOwner(key);
  const focused = document.activeElement ?? document.body;
  const target = of === "player" ? document.querySelector(parts[of]) : focused;
  target?.dispatchEvent(
    new KeyboardEvent("keydown", {
      ...{ key, shiftKey: modifier === "shift", ctrlKey: modifier === "control" },
      ...{ bubbles: true, cancelable: true },
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
