/** As many as are asked for at a time. */
const most = 200;

/** The wanted rows to ask for first: those around what is looked at, and then from the top. */
export function pickAsked(
  ids: string[],
  wanted: ReadonlySet<string>,
  seen: string | undefined = readSeen(),
): string[] {
  if (wanted.size <= most) return [...wanted];
  const middle = Math.max(0, ids.indexOf(seen ?? ""));
  const from = Math.max(0, middle - most / 4);
  const near = [...ids.slice(from), ...ids.slice(0, from)];
  return near.filter((id) => wanted.has(id)).slice(0, most);
}

function readSeen(): string | undefined {
  const [x, y] = [window.innerWidth / 2, window.innerHeight / 2];
  return document.elementFromPoint(x, y)?.closest("tr")?.dataset.id;
}
