import "server-only";
import { connectionTexts } from "./texts.en";

/** Why there is no token. It carries neither the key nor any word of the answer. */
export type ConnectionFault =
  | { kind: "not-configured" }
  | { kind: "unreachable"; reason: NetworkFault }
  | { kind: "key-refused"; status: number }
  | { kind: "malformed-answer"; reason: MalformedAnswer; status: number };

export type MalformedAnswer = "status" | "too-large" | "not-json" | "no-token" | "no-expiry";

/** What happened and what to do about it, in one or two sentences. */
export function explainConnectionFault(fault: ConnectionFault): string {
  const t = connectionTexts();
  switch (fault.kind) {
    case "not-configured":
      return t.notConfigured;
    case "unreachable":
      return `${t.unreachable[fault.reason]} ${t.checkAddress}`;
    case "key-refused":
      return t.keyRefused(fault.status);
    case "malformed-answer":
      return `${fault.reason === "status" ? t.status(fault.status) : t.malformed[fault.reason]} ${t.checkAddress}`;
  }
}

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
