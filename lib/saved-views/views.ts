/** A saved view, as the person who looks at it may use it. */
export type SavedViewView = {
  id: string;
  name: string;
  /** The list's address without its path, as today's version writes it. */
  query: string;
  isTeam: boolean;
  /** Who made it; null when they have no access any more. */
  ownerName: string | null;
  mayChange: boolean;
  isMyDefault: boolean;
  isTeamDefault: boolean;
};

/** What a form about a view knows after it was sent; `fault` is null when it was done. */
export type ViewFormState = { fault: string | null; isDone: boolean };
