import { z } from "zod";

/** Tells that recordings came in or became different. A hint: who wants to know, looks. */
export type ChangeNotice = z.infer<typeof changeNoticeSchema>;

const maxIds = 100;
/** PostgreSQL takes less than 8,000 bytes, and a character may have four of them. */
const maxLength = 1_900;

const changeNoticeSchema = z.object({
  /** Which ones; null: more than can be named, or nobody knows. */
  ids: z.array(z.string()).nullable(),
});

export function toChangeNotice(ids: string[]): ChangeNotice {
  const isShort = ids.length <= maxIds && JSON.stringify(ids).length <= maxLength;
  return { ids: isShort ? ids : null };
}

/** @returns undefined for whatever is not a notice. */
export function parseChangeNotice(text: string): ChangeNotice | undefined {
  try {
    return changeNoticeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function mergeNotices(one: ChangeNotice, other: ChangeNotice): ChangeNotice {
  if (!one.ids || !other.ids) return { ids: null };
  return toChangeNotice([...new Set([...one.ids, ...other.ids])]);
}
