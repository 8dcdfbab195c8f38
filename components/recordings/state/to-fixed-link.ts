/** The same address with the days as they are today, which stay those days. */
export function toFixedLink(href: string, { from, to }: { from: string; to: string }): string {
  const url = new URL(href);
  url.searchParams.delete("days");
  url.searchParams.set("from", from);
  url.searchParams.set("to", to);
  return url.href;
}
