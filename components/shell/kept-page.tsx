"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

type KeptPage = { path: string; children: React.ReactNode };

let onScreen: KeptPage | null = null;

/** What it holds can be shown on when the page that should follow it, at the same path, can't be had. */
export function KeepPage({ children }: { children: React.ReactNode }) {
  const path = usePathname();
  useEffect(() => {
    onScreen = { path, children };
    return () => {
      onScreen = null;
    };
  }, [path, children]);
  return children;
}

/** The page that was on screen when this was first shown; null where there is none at this path. */
export function useKeptPage(): React.ReactNode {
  const path = usePathname();
  const [kept] = useState(() => (onScreen?.path === path ? onScreen : null));
  return kept?.path === path ? <KeepPage>{kept.children}</KeepPage> : null;
}
