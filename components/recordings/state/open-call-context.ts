"use client";

import { createContext, use } from "react";

export type OpenCall = {
  /** The call that is open beside the list. */
  id: string | null;
  open: (id: string, options?: { takesFocus: boolean }) => void;
  close: () => void;
};

export const OpenCallContext = createContext<OpenCall>({
  id: null,
  open: () => undefined,
  close: () => undefined,
});

export function useOpenCall(): OpenCall {
  return use(OpenCallContext);
}

/** Whether a call fits beside the list; as wide as the styles' `xl`. */
export function fitsBeside(): boolean {
  return window.matchMedia("(min-width: 80rem)").matches;
}
