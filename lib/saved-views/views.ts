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
