import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

const calls = (count: number) => `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;

export const protectTexts = texts("protectCalls", {
  protection: "Protect",
  covers: "Retention never removes the audio of protected calls.",
  protect: "Protect from deletion",
  unprotect: "Remove protection",
  protected: (count: number) => `${calls(count)} protected`,
  unprotected: (count: number) => `${calls(count)} no longer protected`,
  unchanged: "Nothing to change",
  open: "Protect calls…",
  counting: "Counting…",
  notCounted: "This couldn’t be counted. Try again.",
  noCalls: "There are no calls here.",
  found: (count: number, kept: number, isMore: boolean) =>
    `${isMore ? "More than " : ""}${calls(count)} here, ${kept === 0 ? "none" : countFormat.format(kept)} protected.`,
  protectCalls: (count: number) => `Protect ${calls(count)}`,
  unprotectCalls: (count: number) => `Remove protection from ${calls(count)}`,
  protectAll: "Protect all calls here",
  unprotectAll: "Remove protection from all calls here",
  working: (count: number) => `Saving… ${calls(count)} so far. Keep this page open.`,
  cancel: "Cancel",
  notSaved: (saved: number) =>
    saved === 0
      ? "Not saved: the server isn’t responding."
      : `Saved for ${calls(saved)} only: the server isn’t responding.`,
});
