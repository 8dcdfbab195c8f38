import { isInstantKey } from "@/lib/recordings/filter/cursor";
import { type KeyCursor, parseKeyCursor } from "@/lib/recordings/filter/key-cursor";
import type { CustomerSort } from "./customer-filter";

/** The key of those who have no call. */
export const neverKey = "never";

/** Keys are microseconds since 1970, a number of calls, or a name. */
export function parseCustomerCursor(text: string, sort: CustomerSort): KeyCursor | undefined {
  const cursor = parseKeyCursor(text);
  if (!cursor || cursor.id === "") return undefined;
  const { key } = cursor;
  if (sort.endsWith("name")) return cursor;
  if (sort.endsWith("last_call")) {
    return key === neverKey || isInstantKey(key) ? cursor : undefined;
  }
  return /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= 2_147_483_647 ? cursor : undefined;
}
