export type OptionName = (typeof optionList)[number]["name"];

export const defaultApiKey = "sandbox-api-key";
export const defaultTranscriberKey = "sandbox-transcriber-key";

/** What the program takes: `value` names the value of an option that has one. */
export const optionList = [
  { name: "port", value: "N", text: "port on 127.0.0.1; 0 picks a free one (default 4010)" },
  { name: "webhook", value: "URL", text: "address to post events to; may be repeated" },
  { name: "calls", value: "N", text: "place this many calls, then only serve (default: no limit)" },
  { name: "rate", value: "R", text: "calls per second; 0 or max: full speed (default 0.5)" },
  { name: "backlog", value: "N", text: "first place this many calls at full speed" },
  {
    name: "days",
    value: "D",
    text: "spread calls over this many past days (default 14 at full speed, else 0)",
  },
  { name: "seed", value: "N", text: "same seed, same calls (default: a new one each time)" },
  {
    name: "all-formats",
    value: null,
    text: "recordings as WAV, MP3, M4A, Ogg and FLAC, mono and stereo, 10 s to 30 min",
  },
  { name: "misbehave", value: null, text: "also send and serve faulty data" },
  { name: "retry", value: null, text: "for tests: repeat each delivery until it is answered 2xx" },
  { name: "exit", value: null, text: "with --calls: exit when all are answered; 1 if not all 2xx" },
  { name: "api-key", value: "KEY", text: `key for bearer tokens (default ${defaultApiKey})` },
  {
    name: "transcriber-key",
    value: "KEY",
    text: `key for transcripts (default ${defaultTranscriberKey})`,
  },
  { name: "token-seconds", value: "S", text: "life of a bearer token (default 3600)" },
  {
    name: "expires-offset",
    value: "+HH:MM",
    text: "zone in which expiresAt is printed (default +00:00)",
  },
  { name: "quiet", value: null, text: "print only the address and errors" },
  { name: "help", value: null, text: "print this" },
] as const;
