import { texts } from "@/lib/language/texts";

export const connectionTexts = texts("serviceConnection", {
  newToken: "The calling service issued a new token.",
  notConfigured: "Set CALLING_SERVICE_URL and CALLING_SERVICE_API_KEY, then restart Earshot.",
  keyRefused: (status: number) =>
    `The calling service refused the API key (HTTP ${status}). Check CALLING_SERVICE_API_KEY.`,
  unreachable: {
    refused: "The calling service refused the connection.",
    dns: "The calling service's host name could not be resolved.",
    tls: "No secure connection to the calling service could be made: its certificate was not accepted.",
    timeout: "The calling service did not answer within 10 seconds.",
    network: "The connection to the calling service broke.",
  },
  status: (status: number) => `The calling service answered the token request with HTTP ${status}.`,
  malformed: {
    "too-large": "The answer to the token request was far too large.",
    "not-json": "The answer to the token request was not JSON.",
    "no-token": "The answer to the token request held no usable token.",
    "no-expiry": "The answer to the token request held no expiresAt that can be read.",
  },
  checkAddress: "Check CALLING_SERVICE_URL, and that the calling service is up.",
});
