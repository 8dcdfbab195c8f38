import "server-only";
import type { NetworkFault } from "./tell-network-fault";

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
