"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { rememberListHref } from "./remembered-list";

/** Keeps the list's address for the way back from a call, in this tab. */
export function RememberList() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  useEffect(
    () => rememberListHref(search ? `${pathname}?${search}` : pathname),
    [pathname, search],
  );
  return null;
}
