import "server-only";

export type NetworkFault = "refused" | "dns" | "tls" | "timeout" | "network";

/** Sorts an error of a request by its code alone; its words are never looked at or kept. */
export function tellNetworkFault(error: unknown): NetworkFault {
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  const code = readCode(error);
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns";
  if (timeouts.has(code)) return "timeout";
  return /^(ERR_TLS|ERR_SSL|EPROTO)|CERT|SIGNATURE|CRL/.test(code) ? "tls" : "network";
}

const timeouts = new Set([
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

function readCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}
