import * as v from "@/lib/platform/shape";

/** A saved view, as the person who looks at it may use it. */
export const savedViewSchema = v.object({
  id: v.string,
  name: v.string,
  /** The list's address without its path, as today's version writes it. */
  query: v.string,
  isTeam: v.boolean,
  /** Who made it; null when they have no access any more. */
  ownerName: v.nullable(v.string),
  mayChange: v.boolean,
  isMyDefault: v.boolean,
  isTeamDefault: v.boolean,
});

export type SavedViewView = v.Shaped<typeof savedViewSchema>;

/** The same without its query, which may be long: what a list says of every view that it isn't. */
export type SavedViewName = Omit<SavedViewView, "query"> & {
  /** Whether the present list is its list, in whatever order its filters were added. */
  isShown: boolean;
};

/** What a form about a view knows after it was sent; `fault` is null when it was done. */
export type ViewFormState = { fault: string | null; isDone: boolean };
