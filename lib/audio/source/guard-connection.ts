import "server-only";
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { buildConnector } from "undici";
import { loadClient } from "@/lib/platform/process/http";

/** The connection was not made, because policy forbids its host or one of the host's addresses. */
export class ForbiddenAddressError extends Error {
  constructor() {
    super("the address may not be fetched");
    this.name = "ForbiddenAddressError";
  }
}

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Opens the sockets of an undici `Agent`, and is the only judge of where they lead. The addresses
 * judged are the ones that the socket itself connects to, so that a name can't change its meaning
 * in between; addresses that stand in the URL are judged too. It doesn't protect from a public host
 * that passes requests on to a private one.
 */
export async function guardConnection(
  policy: FetchPolicy,
  resolve: Resolve = lookup,
): Promise<buildConnector.connector> {
  const { buildConnector } = await loadClient();
  const openNamed = buildConnector({ timeout: connectTimeoutMs, lookup: lookupWith(resolve) });
  const openPublic = buildConnector({
    timeout: connectTimeoutMs,
    lookup: lookupWith(resolve, isPublicAddress),
  });
  return (options, callback) => {
    const { protocol, host, hostname } = options;
    const verdict = judgeHost(new URL(`${protocol}//${host ?? hostname}`), policy);
    if (verdict === "named") return openNamed(options, callback);
    if (verdict === "public" && (!isIP(hostname) || isPublicAddress(hostname))) {
      return openPublic(options, callback);
    }
    queueMicrotask(() => callback(new ForbiddenAddressError(), null));
  };
}

const connectTimeoutMs = 10_000;

/** One address that isn't allowed spoils the name, so that no order of attempts leads there. */
function lookupWith(resolve: Resolve, isAllowed = (_address: string) => true): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return callback(error, []);
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new ForbiddenAddressError(), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/**
 * Whether an IP address is of the public internet. Private, loopback, link-local, shared, multicast
 * and reserved ones aren't, nor are their forms inside IPv6. What isn't an address isn't public.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes("%") || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast";
  if (address.match(translated)) return isPublicAddress(embeddedIPv4(address));
  return address.range() === "unicast" && address.match(globalUnicast);
}

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** What NAT64 turns into IPv4; networks without IPv4 reach every IPv4 host so. */
const translated = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

function embeddedIPv4(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join(".");
}

/** What an operator allows to be fetched. */
export type FetchPolicy = {
  /** The origin of `CALLING_SERVICE_URL`; null when it isn't set. */
  serviceOrigin: string | null;
  /** `AUDIO_HOSTS`, in lower case, each with or without a port; undefined: any public host, by HTTPS. */
  audioHosts: readonly string[] | undefined;
};

/**
 * `named`: the operator named it, so its address may be private. `public`: it may be fetched if
 * every one of its addresses is public. `forbidden`: never. A name alone may lead anywhere, whoever
 * answers for it, so to a private address only on the port of its scheme; other ports are to be named.
 */
function judgeHost(url: URL, { serviceOrigin, audioHosts }: FetchPolicy) {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "forbidden";
  if (url.username !== "" || url.password !== "") return "forbidden";
  if (url.origin === serviceOrigin) return "named";
  // A stranger's plain HTTP would let anybody on the way put another sound in a recording's place.
  if (!audioHosts) return url.protocol === "https:" ? "public" : "forbidden";
  const isListed = (host: string) => audioHosts.some((named) => withBrackets(named) === host);
  const usualPort = url.protocol === "https:" ? "443" : "80";
  if (isListed(`${url.hostname}:${url.port || usualPort}`)) return "named";
  if (!isListed(url.hostname)) return "forbidden";
  return url.port === "" || saysWhereItIs(url.hostname) ? "named" : "public";
}

/** An address, or this machine. */
function saysWhereItIs(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) > 0 || /(^|\.)localhost$/.test(hostname);
}

/** A bare IPv6 address is written as it stands in a URL. */
function withBrackets(host: string): string {
  return host.split(":").length > 2 && !host.startsWith("[") ? `[${host}]` : host;
}
