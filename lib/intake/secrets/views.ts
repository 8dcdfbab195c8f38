import type { WrongSecrets } from "./check/wrong-secret-tally";

/** A secret as its row in the settings shows it. Instants are ISO 8601 in UTC. */
export type WebhookSecretView = {
  id: string;
  name: string;
  createdAt: string;
  /** Null: it came from the environment, or the person has no access any more. */
  createdBy: string | null;
  /** The one that `WEBHOOK_SECRET` names now. */
  isFromEnvironment: boolean;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export type WrongSecretsView = WrongSecrets;

export type WebhookSecretsView = {
  /** A webhook URL without its last part, the secret. */
  urlStart: string;
  /** Those that work, the oldest first. */
  active: WebhookSecretView[];
  /** The one that was revoked last comes first. */
  revoked: WebhookSecretView[];
  wrong: WrongSecretsView | null;
};

/** What the form for a new secret knows after it was sent; a fault gives the typed name back. */
export type NewSecretState = { name: string; fault: string | null; made: string | null };

/** Why a secret was not revoked; null when it was, or wasn't asked for. */
export type RevokeState = { refusal: string | null };

/** The whole URL, or why it can't be shown. */
export type UrlReveal = { url: string } | { refusal: string };
