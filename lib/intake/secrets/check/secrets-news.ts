import "server-only";
import { z } from "zod";
import { newTopic } from "@/lib/platform/process/topic";

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);

/** What the table says of the secrets, by their hashes in hexadecimal. */
export const knownHashesSchema = z.object({
  active: z.array(hexHash),
  revoked: z.array(hexHash),
  rehearsal: z.array(hexHash),
});

/** Requests with a wrong secret in the last hour. */
const wrongSecretsSchema = z.object({
  requests: z.number(),
  addresses: z.number(),
  /** There were more addresses than are kept. */
  areMoreAddresses: z.boolean(),
});

export type WrongSecrets = z.infer<typeof wrongSecretsSchema>;

/** From whoever reads the table. */
export const secretsRead = newTopic("secrets-read", knownHashesSchema);
/** From whoever recognizes secrets: it goes by what was read, told back as it was heard. */
export const secretsHeard = newTopic("secrets-heard", knownHashesSchema);
/** From the same: when each secret last came, by its hash, as ISO 8601 in UTC. */
export const secretsUsed = newTopic("secrets-used", z.record(hexHash, z.iso.datetime()));
/** From the same: requests with a wrong secret. Null: none in the last hour. */
export const wrongSecrets = newTopic("wrong-secrets", wrongSecretsSchema.nullable());
