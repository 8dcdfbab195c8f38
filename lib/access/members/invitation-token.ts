import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link; only their hash is ever stored. */
export function newInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. A fast hash is enough for a value that nobody can guess. */
export function hashInvitationToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
