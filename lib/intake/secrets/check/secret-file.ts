import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { writeAtomically } from "@/lib/platform/files/write-atomically";
import type { SecretHashes } from "./secret-hashes";

const hexHash = z.string().regex(/^[0-9a-f]{64}$/);
const fileSchema = z.object({ active: z.array(hexHash), revoked: z.array(hexHash) });

/** What was last known of the secrets; null: nothing, or nothing that can be read. */
export function readSecretFile(dataDirectory: string): SecretHashes | null {
  try {
    const kept = fileSchema.parse(JSON.parse(readFileSync(pathIn(dataDirectory), "utf8")));
    return { active: kept.active.map(fromHex), revoked: kept.revoked.map(fromHex) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log().warn({ err: error }, "the last known webhook secrets can't be read");
    }
    return null;
  }
}

/** Hashes alone, for this user's eyes alone. Whole or not at all. */
export async function writeSecretFile(
  dataDirectory: string,
  { active, revoked }: SecretHashes,
): Promise<void> {
  const content = { active: active.map(toHex), revoked: revoked.map(toHex) };
  await writeAtomically(pathIn(dataDirectory), `${JSON.stringify(content, null, 2)}\n`);
}

function pathIn(dataDirectory: string): string {
  return join(dataDirectory, "webhook-secrets.json");
}

function fromHex(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}

function toHex(hash: Buffer): string {
  return hash.toString("hex");
}
