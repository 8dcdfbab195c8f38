import { texts } from "@/lib/language/texts";

export const keyboardTexts = texts("keyboard", {
  shortcuts: "Keyboard shortcuts",
  /** What stands on the keys that have a word on them. */
  keys: { Ctrl: "Ctrl", Shift: "Shift", Space: "Space", Enter: "Enter" },
});
