import { type KeyCursor, parseKeyCursor } from "../key-cursor";
import type { CustomerSort } from "./customer-filter";

/** The key of those who have no call. */
export const neverKey = "never";

/** Keys are microseconds since 1970, a number of calls, or a name. */
export function parseCustomerCursor(text: string, sort: CustomerSort): KeyCursor | undefined {
  const cursor = parseKeyCursor(text);
  if (!cursor || cursor.id === "") return undefined;
  const { key } = cursor;
  if (sort.endsWith("name")) return cursor;
  if (sort.endsWith("last_call") && key === neverKey) return cursor;
  if (!/^-?\d{1,18}$/.test(key)) return undefined;
  const most = sort.endsWith("last_call") ? 200_000_000_000_000_000n : 2_147_483_647n;
  const value = BigInt(key);
  return value <= most && value >= -most ? cursor : undefined;
}
