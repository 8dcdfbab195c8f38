import type { UnreadParameter } from "@/lib/recordings/filter/filter-url";

/** Says which parts of the address could not be read, so that nobody takes them for applied. */
export function UnreadParameters({ unread }: { unread: UnreadParameter[] }) {
  if (unread.length === 0) return null;
  const texts = unread.map(({ parameter, value }) => `${parameter}=${value}`);
  return (
    <p className="wrap-anywhere line-clamp-2 text-muted text-xs">Ignored: {texts.join(", ")}</p>
  );
}
