import type { Role } from "../gate/viewer";

/** A person who has access. Instants are ISO 8601 in UTC. */
export type MemberView = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string;
  /** When they last did something; null when no session of theirs is on record. */
  lastSeenAt: string | null;
  /** Sessions that could go on now. */
  activeSessions: number;
};

/** A link that was handed out and not used yet. `id` is of no use for joining. */
export type InvitationView = {
  id: string;
  role: Role;
  expiresAt: string;
  /** Null for the link that the start of the server printed. */
  invitedBy: string | null;
};
