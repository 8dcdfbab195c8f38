"use client";

import { use } from "react";
import { addDictionary, currentLanguage } from "@/lib/language/texts";

/** Nothing comes to life before its texts are there. English needs nothing, and a server has all. */
export function LanguageGate({ children }: { children: React.ReactNode }) {
  if (typeof document !== "undefined" && currentLanguage() !== "en") use(loadGerman());
  return children;
}

function loadGerman(): Promise<void> {
  loading ??= import("./german").then(({ german }) => addDictionary("de", german));
  return loading;
}

let loading: Promise<void> | undefined;
