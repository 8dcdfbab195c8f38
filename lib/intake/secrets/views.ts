import type { WrongSecrets } from "./check/secrets-news";

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
