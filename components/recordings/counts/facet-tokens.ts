import type { FacetOption, FacetSelection } from "./facet-options";

/** All that the list's address writes for an option. */
export function toTokens({ token, parts }: Pick<FacetOption, "token" | "parts">): string[] {
  return parts?.map((part) => part.token) ?? [token];
}

/** How many of these are on one side of a choice: all of them, some or none. */
export function describeChosen(
  side: readonly string[],
  tokens: readonly string[],
): "all" | "some" | "none" {
  const count = tokens.filter((token) => side.includes(token)).length;
  return count === tokens.length ? "all" : count > 0 ? "some" : "none";
}

/** A choice with these on one of its sides, or on none. */
export function choose(
  { include, exclude }: FacetSelection,
  tokens: readonly string[],
  side: keyof FacetSelection | null,
): FacetSelection {
  const isOther = (token: string) => !tokens.includes(token);
  return {
    include: [...include.filter(isOther), ...(side === "include" ? tokens : [])],
    exclude: [...exclude.filter(isOther), ...(side === "exclude" ? tokens : [])],
  };
}

/** How many names are on a side of a choice: all values of one are one. */
export function countChosen(
  side: readonly string[],
  merged: readonly (readonly string[])[],
): number {
  const whole = merged.filter((tokens) => describeChosen(side, tokens) === "all");
  const within = new Set(whole.flat());
  return whole.length + side.filter((token) => !within.has(token)).length;
}
