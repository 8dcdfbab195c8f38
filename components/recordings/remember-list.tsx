"use client";

import { useEffect } from "react";
import { listAddressKey } from "./list-address-key";

/** Keeps the list's address for the way back from a call, in this tab. */
export function RememberList({ href }: { href: string }) {
  useEffect(() => {
    try {
      sessionStorage.setItem(listAddressKey, href);
    } catch {
      // Storage can be forbidden; the way back then leads to the whole list.
    }
  }, [href]);
  return null;
}
