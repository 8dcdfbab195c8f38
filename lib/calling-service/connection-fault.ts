import "server-only";

/** Why there is no token. It carries neither the key nor any word of the answer. */
export type ConnectionFault =
  | { kind: "not-configured" }
  | { kind: "unreachable"; reason: NetworkFault }
  | { kind: "key-refused"; status: number }
  | { kind: "malformed-answer"; reason: MalformedAnswer; status: number };

export type MalformedAnswer = "status" | "too-large" | "not-json" | "no-token" | "no-expiry";

/** What happened and what to do about it, in one or two sentences. */
export function explainConnectionFault(fault: ConnectionFault): string {
  switch (fault.kind) {
    case "not-configured":
      return "Set CALLING_SERVICE_URL and CALLING_SERVICE_API_KEY, then restart Earshot.";
    case "unreachable":
      return `${unreachable[fault.reason]} ${checkAddress}`;
    case "key-refused":
      return `The calling service refused the API key (HTTP ${fault.status}). Check CALLING_SERVICE_API_KEY.`;
    case "malformed-answer":
      return `${malformed[fault.reason](fault.status)} ${checkAddress}`;
  }
}

const checkAddress = "Check CALLING_SERVICE_URL, and that the calling service is up.";

const unreachable: Record<NetworkFault, string> = {
  refused: "The calling service refused the connection.",
  dns: "The calling service's host name could not be resolved.",
  tls: "No secure connection to the calling service could be made: its certificate was not accepted.",
  timeout: "The calling service did not answer within 10 seconds.",
  network: "The connection to the calling service broke.",
};

const malformed: Record<MalformedAnswer, (status: number) => string> = {
  status: (status) => `The calling service answered the token request with HTTP ${status}.`,
  "too-large": () => "The answer to the token request was far too large.",
  "not-json": () => "The answer to the token request was not JSON.",
  "no-token": () => "The answer to the token request held no usable token.",
  "no-expiry": () => "The answer to the token request held no expiresAt that can be read.",
};

type NetworkFault = "refused" | "dns" | "tls" | "timeout" | "network";

/** Sorts an error of a request by its code alone; its words are never looked at or kept. */
export function toNetworkFault(error: unknown): NetworkFault {
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
