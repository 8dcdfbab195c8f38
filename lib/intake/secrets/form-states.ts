/** What the form for a new secret knows after it was sent; a fault gives the typed name back. */
export type NewSecretState = { name: string; fault: string | null; made: string | null };

/** Why a secret was not revoked; null when it was, or wasn't asked for. */
export type RevokeState = { refusal: string | null };

/** The whole URL, or why it can't be shown. */
export type UrlReveal = { url: string } | { refusal: string };
