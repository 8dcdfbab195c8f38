import type { DataDirectory } from "@/lib/platform/files/data-directory";
import type { GeneratedSecrets } from "@/lib/platform/files/generated-secrets";
import type { Env } from "@/lib/platform/settings/env";
import type { Mode } from "./boot";

type Known = {
  mode: Mode;
  settings: Env;
  secrets: GeneratedSecrets;
  directory: DataDirectory;
};

/** Puts what the start found or made where the programs and `env()` read it; gives the webhook URL. */
export function fillInEnvironment(known: Known): string {
  const { mode, settings, secrets, directory } = known;
  const webhookSecret = settings.WEBHOOK_SECRET?.reveal() ?? secrets.webhookSecret;
  Object.assign(process.env, {
    NODE_ENV: mode,
    EARSHOT_DEV: mode === "development" ? "1" : "0",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(settings.PORT),
    HOST: settings.HOST,
    PUBLIC_URL: settings.PUBLIC_URL,
    DATA_DIR: directory.path,
    WEBHOOK_SECRET: webhookSecret,
    WORKER: mode === "production" ? "separate" : "inside",
    AUTH_SECRET: settings.AUTH_SECRET?.reveal() ?? secrets.authSecret,
  });
  return `${settings.PUBLIC_URL}/api/webhooks/recordings/${webhookSecret}`;
}
