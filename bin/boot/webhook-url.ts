/**
 * The URL to register; or where there is one, once the secret of this URL was revoked. Imported late:
 * the database client may have been generated a moment ago.
 */
export async function describeWebhookUrl(publicUrl: string, webhookUrl: string): Promise<string> {
  const { isEnvironmentSecretRevoked } = await import("@/lib/intake/secrets/environment-secret");
  const { closeDatabase } = await import("@/lib/platform/db");
  try {
    if (!(await isEnvironmentSecretRevoked())) return webhookUrl;
    return `see ${publicUrl}/settings/webhooks; the first one was revoked there`;
  } finally {
    await closeDatabase();
  }
}
