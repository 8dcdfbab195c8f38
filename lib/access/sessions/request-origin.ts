import "server-only";
import type { IncomingMessage } from "node:http";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/settings/env";
import { readRemoteAddress } from "@/lib/platform/settings/trusted-proxies";

/**
 * Makes a request say of itself what is known to be true, before anything believes it: the address
 * that it came from, and the one that people use for us, whatever a proxy or a stranger wrote.
 */
export function normaliseRequest(request: IncomingMessage): void {
  const { headers } = request;
  const { host, protocol } = new URL(env().PUBLIC_URL);
  if (headers["x-forwarded-for"] && env().TRUSTED_PROXIES === undefined) tellOnce();
  const remoteAddress = readRemoteAddress(request);
  for (const name of claims) delete headers[name];
  headers["x-forwarded-for"] = remoteAddress;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  const origins = trustedOrigins(env().PUBLIC_URL);
  if (!origins.includes(`${protocol}//${headers.host}`)) headers.host = host;
}

const claims = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-server"];
let isTold = false;

function tellOnce(): void {
  if (isTold) return;
  isTold = true;
  log().warn(
    "X-Forwarded-For is ignored, so everyone behind a proxy shares its address; " +
      "if the proxy is yours, set TRUSTED_PROXIES",
  );
}

/**
 * The origins whose pages may post to the sign-in routes: that of `publicUrl`, and when that is
 * this machine, both of its usual names.
 */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopbackNames.includes(hostname)) return [origin];
  return loopbackNames.map((name) => `${protocol}//${name}${port ? `:${port}` : ""}`);
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];
