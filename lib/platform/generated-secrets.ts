import "server-only";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartupError } from "./startup-error";
import { writeAtomically } from "./write-atomically";

const generatedSecretsSchema = z.object({
  webhookSecret: z.string().min(24),
  authSecret: z.string().min(32),
  databasePassword: z.string().min(24),
});

export type GeneratedSecrets = z.infer<typeof generatedSecretsSchema>;

/** What Earshot makes for itself on its first start, and finds again on every other. */
export async function loadGeneratedSecrets(dataDirectory: string): Promise<GeneratedSecrets> {
  const path = join(dataDirectory, "secrets.json");
  const text = await readIfThere(path);
  if (text !== null) return understand(text, path);
  const secrets = {
    webhookSecret: newSecret(),
    authSecret: newSecret(),
    databasePassword: newSecret(),
  };
  await writeAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function understand(text: string, path: string): GeneratedSecrets {
  try {
    return generatedSecretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(
      `${path} is damaged.`,
      "Put it back from a backup: without it the webhook URL and the embedded database's password are lost.",
    );
  }
}
