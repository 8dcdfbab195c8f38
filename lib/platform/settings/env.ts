import "server-only";
import { isIP } from "node:net";
import { z } from "zod";
import { processWide } from "../process/process-wide";
import { Secret } from "./secret";

/**
 * The settings, read from the environment once. Every fault is named in one `EnvError`.
 * `bin/start` fills in what it makes itself (`DATABASE_URL`, `WEBHOOK_SECRET`, `AUTH_SECRET`)
 * before the server reads this.
 */
export type Env = z.infer<typeof envSchema>;

export class EnvError extends Error {
  constructor(readonly faults: string[]) {
    super(`These settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.name = "EnvError";
  }
}

/** @throws {EnvError} naming every setting that is wrong. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).map(([name, value]) => [name, value?.trim() || undefined]),
  );
  const result = envSchema.safeParse(given);
  const faults = [
    ...(result.error?.issues ?? []).map(toFault),
    ...findHalfPairs(given),
    ...findMissingOfS3(given),
    ...findMissingTranscriber(given),
  ];
  if (result.success && faults.length === 0) return result.data;
  throw new EnvError(faults);
}

/** The settings of this process. */
export const env = processWide("earshotEnv", () => parseEnv(process.env));

const secret = (minimum: number) =>
  z
    .string()
    .min(minimum, `must have at least ${minimum} characters`)
    .transform((value) => new Secret(value));

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const wholeNumber = (name: string, least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number of ${name}`)
    .transform(Number)
    .pipe(z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`));

const callingServiceUrl = httpUrl
  .refine(isHttpsOrLoopback, "must be https; http is only accepted on loopback")
  .refine((value) => !/^https?:\/\/[^/]*@/.test(value), "must not carry a user name or password")
  .transform((value) => value.replace(/\/+$/, ""));

/** Any address: it is the operator's own. Its last part may be left out. */
const transcriberUrl = httpUrl
  .refine((value) => !/^https?:\/\/[^/]*@/.test(value), "must not carry a user name or password")
  .transform((value) => {
    const base = value.replace(/\/+$/, "");
    if (base.endsWith("/audio/transcriptions")) return base;
    return `${base.endsWith("/v1") ? base : `${base}/v1`}/audio/transcriptions`;
  });

const timeZone = z.string().refine(isTimeZone, "must be an IANA time zone such as Europe/Berlin");

const hostList = z.string().transform((value, context) => {
  const hosts = value.split(",").map((host) => host.trim().toLowerCase());
  const wrong = hosts.filter((host) => !/^[a-z0-9.:[\]_-]+$/.test(host));
  if (wrong.length > 0) {
    context.addIssue(`must be host names separated by commas; invalid: ${wrong.join(" ")}`);
  }
  return hosts;
});

const trustedProxies = z.string().transform((value, context): number | string[] => {
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const networks = value.split(",").map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  context.addIssue(
    "must be a number of proxies, or their addresses or networks (CIDR), separated by commas",
  );
  return z.NEVER;
});

const pairs = [
  ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
  ["CALLING_SERVICE_URL", "CALLING_SERVICE_API_KEY"],
] as const;

const envSchema = z
  .object({
    PORT: wholeNumber("a port", 1, 65_535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    PUBLIC_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")).optional(),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" })
      .transform((value) => new Secret(value))
      .optional(),
    DATA_DIR: z.string().default(".data"),
    CALLING_SERVICE_URL: callingServiceUrl.optional(),
    CALLING_SERVICE_API_KEY: secret(1).optional(),
    CALLING_SERVICE_TIME_ZONE: timeZone.optional(),
    WEBHOOK_SECRET: secret(24)
      .refine(
        (value) => /^[A-Za-z0-9._~-]+$/.test(value.reveal()),
        "must contain only letters, digits and . _ ~ -, because it is part of a URL",
      )
      .optional(),
    ADMIN_EMAIL: z.email("must be an email address").optional(),
    ADMIN_PASSWORD: secret(8).optional(),
    AUTH_SECRET: secret(32).optional(),
    JOURNAL: z.enum(["disk", "database"], "must be disk or database").default("disk"),
    JOURNAL_KEEP_DAYS: wholeNumber("days", 0, 3_650).default(7),
    JOURNAL_KEEP_GB: wholeNumber("gigabytes", 0, 100_000).default(2),
    GAP_NOTICE_SECONDS: wholeNumber("seconds", 0, 86_400).default(120),
    WORKER: z.enum(["inside", "separate"], "must be inside or separate").default("inside"),
    MAX_BODY_BYTES: wholeNumber("bytes", 1024, 1_073_741_824).default(10_485_760),
    AUDIO_HOSTS: hostList.optional(),
    AUDIO_STORE: z.enum(["disk", "s3", "none"], "must be disk, s3 or none").optional(),
    AUDIO_S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
      .optional(),
    AUDIO_S3_PREFIX: z
      .string()
      .regex(
        /^[A-Za-z0-9._-][A-Za-z0-9._/-]{0,200}$/,
        "must contain only letters, digits and . _ - /",
      )
      .optional(),
    AWS_REGION: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, "must be a region such as eu-central-1")
      .optional(),
    AWS_ENDPOINT_URL_S3: httpUrl
      .refine(
        (value) => !/^https?:\/\/[^/]*@/.test(value),
        "must not carry a user name or password",
      )
      .optional(),
    AWS_ACCESS_KEY_ID: secret(1).optional(),
    AWS_SECRET_ACCESS_KEY: secret(1).optional(),
    AWS_SESSION_TOKEN: secret(1).optional(),
    AUDIO_MAX_BYTES: wholeNumber("bytes", 1024, 2_147_483_648).default(536_870_912),
    AUDIO_LEAVE_FREE_GB: wholeNumber("gigabytes", 0, 100_000).default(1),
    TRANSCRIBER_URL: transcriberUrl.optional(),
    TRANSCRIBER_KEY: secret(1).optional(),
    TRANSCRIBER_MODEL: z
      .string()
      .regex(/^[\w./:@-]{1,200}$/, "must be the name of a model, such as whisper-1")
      .default("whisper-1"),
    TRANSCRIBER_PRICE: z
      .string()
      .regex(
        /^\d{1,6}(\.\d{1,6})?( [A-Z]{3})?$/,
        "must be the price of a minute and its currency, such as 0.006 USD",
      )
      .transform((text) => {
        const [amount, currency = null] = text.split(" ");
        return { amount: Number(amount), currency };
      })
      .optional(),
    TRANSCRIBE: z.enum(["demand", "arrival"], "must be demand or arrival").default("demand"),
    TRUSTED_PROXIES: trustedProxies.optional(),
    LOG_LEVEL: z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be fatal, error, warn, info, debug, trace or silent",
      )
      .default("info"),
  })
  .transform((settings) => ({
    ...settings,
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    // A host without a lasting disk for the journal has none for sound either.
    AUDIO_STORE: settings.AUDIO_STORE ?? (settings.JOURNAL === "disk" ? "disk" : "none"),
  }));

function toFault(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".") || "settings"}: ${issue.message}`;
}

function findHalfPairs(given: Record<string, string | undefined>): string[] {
  return pairs.flatMap(([one, other]) => {
    if (Boolean(given[one]) === Boolean(given[other])) return [];
    const [present, missing] = given[one] ? [one, other] : [other, one];
    return `${missing}: is required because ${present} is set`;
  });
}

function findMissingOfS3(given: Record<string, string | undefined>): string[] {
  if (given.AUDIO_STORE !== "s3") return [];
  const hasKey = given.AWS_ACCESS_KEY_ID || given.AWS_SECRET_ACCESS_KEY;
  const needed = ["AUDIO_S3_BUCKET", "AWS_REGION"];
  if (hasKey) needed.push("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
  return needed
    .filter((name) => !given[name])
    .map((name) => `${name}: is required because AUDIO_STORE is s3`);
}

function findMissingTranscriber(given: Record<string, string | undefined>): string[] {
  if (given.TRANSCRIBER_URL) return [];
  const needing = [
    ...(given.TRANSCRIBER_KEY ? ["TRANSCRIBER_KEY is set"] : []),
    ...(given.TRANSCRIBE === "arrival" ? ["TRANSCRIBE is arrival"] : []),
  ];
  return needing.map((why) => `TRANSCRIBER_URL: is required because ${why}`);
}

function isNetwork(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

function isHttpsOrLoopback(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/**
 * The folder of the local sockets of this run, where the gateway stands before this process and
 * answers the webhook; undefined where this process listens by itself, as under `next start`.
 */
export function runFolder(): string | undefined {
  return process.env.EARSHOT_RUN_DIR || undefined;
}
