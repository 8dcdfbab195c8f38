import "server-only";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { isIdle } from "./session-life";

/** Every reading of a session, over HTTP or in process, ends and refuses it when it was idle. */
export function endIdleSessions() {
  return {
    id: "end-idle-sessions",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/get-session",
          handler: createAuthMiddleware(async (context) => {
            const found = foundSessionSchema.safeParse(context.context.returned);
            if (!found.success || !isIdle(found.data.session.lastSeenAt, new Date())) return;
            await context.context.internalAdapter.deleteSession(found.data.session.token);
            deleteSessionCookie(context);
            return context.json(null);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const foundSessionSchema = z.object({
  session: z.object({ token: z.string(), lastSeenAt: z.date() }),
});
