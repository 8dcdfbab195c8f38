import type { Shape } from "@/lib/platform/shape";

/** A value outside of React, for whoever reads it and is told when it becomes another. */
export function newStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set: (next: Value) => {
      value = next;
      for (const listener of listeners) listener();
    },
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What a browser keeps for this tab or for every one. Either can be forbidden, or full. */
type Keeper = "sessionStorage" | "localStorage";

/** Keeps a text over a reload; null forgets it. @returns false where that can't be: it lasts as long as the page */
export function keep(keeper: Keeper, key: string, text: string | null): boolean {
  try {
    if (text === null) window[keeper].removeItem(key);
    else window[keeper].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Null: nothing is kept, or nobody can tell. */
export function recall(keeper: Keeper, key: string): string | null {
  try {
    return window[keeper].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text for a year, for the server too; null forgets it. */
export function keepCookie(name: string, text: string | null, path = "/"): void {
  const age = text === null ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${name}=${text ?? ""}; path=${path}; max-age=${age}; samesite=lax`;
}

/** What was kept as JSON; null for what another version, or anybody, wrote there. */
export function readKept<Kept>(text: string | null, schema: Shape<Kept>): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return schema(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The names that begin so. */
export function listKept(keeper: Keeper, prefix: string): string[] {
  try {
    return Object.keys(window[keeper]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
