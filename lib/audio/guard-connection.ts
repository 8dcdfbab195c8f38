import "server-only";
import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress } from "./judge-address";
import { type FetchPolicy, judgeHost } from "./judge-host";

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
export function guardConnection(
  policy: FetchPolicy,
  resolve: Resolve = lookup,
): buildConnector.connector {
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
