import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "@/lib/platform/write-atomically";

type Facts = { publicUrl: string; webhookUrl: string; isWhole: boolean };

/**
 * The URL to register, whole or without its secret; or where there is one, once the secret of this URL
 * was revoked. Imported late: the database client may have been generated a moment ago.
 */
export async function describeWebhookUrl(facts: Facts): Promise<string> {
  const { publicUrl, webhookUrl, isWhole } = facts;
  const { isEnvironmentSecretRevoked } = await import("@/lib/intake/secrets/environment-secret");
  const { closeDatabase } = await import("@/lib/platform/db");
  try {
    const settings = `${publicUrl}/settings/webhooks`;
    if (await isEnvironmentSecretRevoked())
      return `see ${settings}; the first one was revoked there`;
    if (isWhole) return webhookUrl;
    return `${webhookUrl.replace(/(\/[^/]{4})[^/]*$/, "$1…")}, whole under Settings > Webhooks`;
  } finally {
    await closeDatabase();
  }
}

/** Whether the three lines were printed already by a start on this folder, so that logs hold them. */
export async function wereLinesPrinted(directory: string): Promise<boolean> {
  return (await readFile(join(directory, mark), "utf8").catch(() => null)) !== null;
}

export async function rememberLines(directory: string): Promise<void> {
  await writeAtomically(join(directory, mark), "The webhook URL was printed at the first start.\n");
}

const mark = "first-start-done";
