import "server-only";
import type { IncomingMessage } from "node:http";
import proxyAddress from "proxy-addr";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/settings/env";

/**
 * Makes a request say of itself what is known to be true, before anything believes it: the address
 * that it came from, and the one that people use for us, whatever a proxy or a stranger wrote.
 */
export function normaliseRequest(request: IncomingMessage): void {
  const { headers } = request;
  const { host, protocol } = new URL(env().PUBLIC_URL);
  if (headers["x-forwarded-for"] && env().TRUSTED_PROXIES === undefined) warnOnce();
  const remoteAddress = readRemoteAddress(request);
  for (const name of claims) delete headers[name];
  headers["x-forwarded-for"] = remoteAddress;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
  const origins = trustedOrigins(env().PUBLIC_URL);
  if (!origins.includes(`${protocol}//${headers.host}`)) headers.host = host;
}

const claims = ["forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-server"];
let hasWarned = false;

function warnOnce(): void {
  if (hasWarned) return;
  hasWarned = true;
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

/** Whose `X-Forwarded-*` is believed: so many hops before us, or these addresses and networks. */
type TrustedProxies = number | string[];

/**
 * The address that a request came from: the connection's own, or as far back as the proxies tell that
 * are trusted. What a stranger wrote before them is not believed.
 */
export function readRemoteAddress(
  request: IncomingMessage,
  trusted: TrustedProxies | undefined = env().TRUSTED_PROXIES,
): string {
  if (trusted === undefined) return withoutMapping(request.socket.remoteAddress ?? "");
  return withoutMapping(proxyAddress(request, toTrust(trusted)) ?? "");
}

const compiled = new WeakMap<string[], ReturnType<typeof proxyAddress.compile>>();

function toTrust(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof trusted === "number") return (_address, hop) => hop < trusted;
  const known = compiled.get(trusted) ?? proxyAddress.compile(trusted);
  compiled.set(trusted, known);
  // What only looks like an address is nobody's.
  return (address, hop) => {
    try {
      return known(address, hop);
    } catch {
      return false;
    }
  };
}

/** An IPv4 address on a socket of both families. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
}
