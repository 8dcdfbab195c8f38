import type { Route } from "next";

export const driftPath: Route = "/settings/webhooks/drift";
