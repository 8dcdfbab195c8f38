import { texts } from "@/lib/language/texts";

export const connectionTexts = texts("serviceConnection", {
  newToken: "The calling service issued a new token.",
  notConfigured: "Set CALLING_SERVICE_URL and CALLING_SERVICE_API_KEY, then restart Earshot.",
  keyRefused: (status: number) =>
    `The calling service refused the API key (HTTP ${status}). Check CALLING_SERVICE_API_KEY.`,
  unreachable: {
    refused: "The calling service refused the connection.",
    dns: "The calling service’s host name couldn’t be resolved.",
    tls: "Couldn’t connect to the calling service securely: its certificate wasn’t accepted.",
    timeout: "The calling service didn’t respond within 10 seconds.",
    network: "The connection to the calling service was lost.",
  },
  status: (status: number) => `The calling service answered the token request with HTTP ${status}.`,
  malformed: {
    "too-large": "The token response was far too large.",
    "not-json": "The token response wasn’t JSON.",
    "no-token": "The token response had no usable token.",
    "no-expiry": "The token response had no readable expiresAt.",
  },
  checkAddress: "Check CALLING_SERVICE_URL, and that the calling service is running.",
});
