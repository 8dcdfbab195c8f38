import { type Colour, findUsualColour, freeColours } from "./colours";

/** The usual words get their colour, any other word the free colour that the fewest have. Pure. */
export function chooseColours(
  statuses: readonly string[],
  taken: ReadonlyMap<string, string>,
): { status: string; colour: Colour }[] {
  const holders = new Map<string, number>();
  const hold = (colour: string) => holders.set(colour, (holders.get(colour) ?? 0) + 1);
  for (const colour of taken.values()) hold(colour);
  const usual = statuses.map((status) => ({ status, colour: findUsualColour(status) }));
  for (const { colour } of usual) if (colour) hold(colour);
  return usual.map(({ status, colour }) => {
    if (colour) return { status, colour };
    const count = (one: Colour) => holders.get(one) ?? 0;
    const free = freeColours.reduce((best, one) => (count(one) < count(best) ? one : best));
    hold(free);
    return { status, colour: free };
  });
}
