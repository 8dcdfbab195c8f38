import "server-only";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartupError } from "../settings/startup-error";
import { writeAtomically } from "./private-files";

const generatedSecretsSchema = z.object({
  webhookSecret: z.string().min(24),
  authSecret: z.string().min(32),
  databasePassword: z.string().min(24),
});

export type GeneratedSecrets = z.infer<typeof generatedSecretsSchema>;

/** What Earshot makes for itself on its first start, and finds again on every other. */
export async function loadGeneratedSecrets(dataDirectory: string): Promise<GeneratedSecrets> {
  const path = fileIn(dataDirectory);
  const text = await readIfThere(path);
  if (text !== null) return understand(text, path);
  return write(dataDirectory, {
    webhookSecret: newSecret(),
    authSecret: newSecret(),
    databasePassword: newSecret(),
  });
}

/** Goes on with those of a backup; the password of the database that is here stays. */
export async function restoreGeneratedSecrets(
  dataDirectory: string,
  restored: Pick<GeneratedSecrets, "webhookSecret" | "authSecret">,
): Promise<GeneratedSecrets> {
  return write(dataDirectory, { ...(await loadGeneratedSecrets(dataDirectory)), ...restored });
}

async function write(dataDirectory: string, secrets: GeneratedSecrets): Promise<GeneratedSecrets> {
  await writeAtomically(fileIn(dataDirectory), `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, "secrets.json");
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
