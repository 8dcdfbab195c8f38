import "server-only";
import type { IncomingMessage } from "node:http";
import proxyAddress from "proxy-addr";
import { env } from "./env";

/** Whose `X-Forwarded-*` is believed: so many hops before us, or these addresses and networks. */
export type TrustedProxies = number | string[];

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
