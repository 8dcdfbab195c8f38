import type { Route } from "../requests/routes";
import type { ServerAction } from "./server-actions";

/** Open to strangers by intent. Every other page, route and action is closed to them. */
export const publicRoutes = [
  "/",
  "/sign-in",
  "/set-up/[token]",
  "/api/health",
  "/api/ready",
  "/api/auth/[...all]",
  "/api/webhooks/recordings/[secret]",
];
export const publicActions = ["signIn", "signOut", "acceptInvitation"].map(
  (name) => `lib/access/members/actions.ts ${name}`,
);

export const forAdministrators =
  /^\/(audit|settings\/(members|webhooks|retention)|api\/deliveries)(\/|$)/;

/** Closed like the others, but nothing of the call can be seen behind them. */
export const withoutTheCall = [
  "/settings/calling-service",
  "/settings/members",
  "/settings/sessions",
  "/settings/webhooks/gaps",
  "/settings/webhooks/secrets",
  "/api/recordings/news",
  "/api/recordings/events",
  "/api/recordings/rows",
  "/api/recordings/[id]/neighbours",
  "/api/saved-views",
  "/api/find",
  "/api/deliveries/reread",
  "/api/deliveries/first",
  "/settings/webhooks/rehearsal",
  "/api/deliveries/rehearsal",
  "/settings/retention",
  "/api/recordings/[id]/audio/peaks",
  "/api/recordings/[id]/heard",
  "/api/recordings/heard-counts",
  "/api/recordings/mark-counts",
];

export function isClosed({ pattern }: Route): boolean {
  return !publicRoutes.includes(pattern);
}

export function isClosedAction({ name }: ServerAction): boolean {
  return !publicActions.includes(name);
}
