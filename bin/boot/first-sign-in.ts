import { say } from "./say";

/**
 * Creates the first administrator, or the link by which one is set up, and says how to sign in.
 * Imported late: the database client may have been generated a moment ago.
 */
export async function describeFirstSignIn(
  publicUrl: string,
  { mayShowLink }: { mayShowLink: boolean },
): Promise<string> {
  const { ensureFirstAdministrator } = await import("@/lib/access/first-administrator");
  const { closeDatabase } = await import("@/lib/platform/db");
  try {
    const first = await ensureFirstAdministrator({ mayShowLink });
    if (first.kind === "link") return `set up the first account, once, at ${first.url}`;
    if (first.kind === "link-kept") {
      return "by the link of the first start; start Earshot on a terminal for another one";
    }
    if (first.kind === "created") {
      return `${publicUrl}/sign-in as ${first.email}, with the password in ADMIN_PASSWORD`;
    }
    if (first.withoutAccount) {
      say(
        `ADMIN_EMAIL is left aside: there is an administrator already, and ${first.withoutAccount} ` +
          "has no account (an account that was removed stays removed)",
      );
    }
    return `${publicUrl}/sign-in with an account that exists`;
  } finally {
    await closeDatabase();
  }
}
