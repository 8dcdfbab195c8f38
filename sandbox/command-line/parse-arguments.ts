import { randomInt } from "node:crypto";
import { findWebhookFault } from "../webhooks/webhook-list";
import { defaultApiKey, defaultTranscriberKey, type OptionName, optionList } from "./option-list";

export type SandboxSettings = {
  port: number;
  webhookUrls: string[];
  /** Infinite: calls are placed without end. */
  callCount: number;
  /** Infinite: at full speed. */
  ratePerSecond: number;
  backlogCount: number;
  days: number | undefined;
  seed: number;
  misbehave: boolean;
  allFormats: boolean;
  retry: boolean;
  exit: boolean;
  apiKey: string;
  transcriberKey: string;
  tokenSeconds: number;
  expiresOffsetMinutes: number;
  quiet: boolean;
};

export type Command =
  | { kind: "help" }
  | { kind: "faults"; faults: string[] }
  | { kind: "run"; settings: SandboxSettings };

/** Names all faults at once. */
export function parseArguments(args: string[]): Command {
  const { values, faults } = readOptions(args);
  const last = (name: OptionName) => values.get(name)?.at(-1);
  const number = (name: BoundedOption) => readNumber(name, last(name), faults);
  if (values.has("help")) return { kind: "help" };
  const settings: SandboxSettings = {
    port: number("port") ?? 4010,
    webhookUrls: [...new Set(values.get("webhook"))],
    callCount: number("calls") ?? Number.POSITIVE_INFINITY,
    ratePerSecond: readRate(last("rate") ?? "0.5", faults),
    backlogCount: number("backlog") ?? 0,
    days: number("days"),
    seed: number("seed") ?? randomInt(2 ** 32),
    misbehave: values.has("misbehave"),
    allFormats: values.has("all-formats"),
    retry: values.has("retry"),
    exit: values.has("exit"),
    apiKey: last("api-key") ?? defaultApiKey,
    transcriberKey: last("transcriber-key") ?? defaultTranscriberKey,
    tokenSeconds: number("token-seconds") ?? 3600,
    expiresOffsetMinutes: readOffset(last("expires-offset") ?? "+00:00", faults),
    quiet: values.has("quiet"),
  };
  for (const url of settings.webhookUrls) {
    const fault = findWebhookFault(url);
    if (fault) faults.push(`--webhook: ${fault}`);
  }
  if (settings.exit && !values.has("calls")) faults.push("--exit needs --calls");
  return faults.length > 0 ? { kind: "faults", faults } : { kind: "run", settings };
}

const bounds = {
  port: { max: 65_535, isWhole: true },
  calls: { max: 100_000_000, isWhole: true },
  backlog: { max: 100_000_000, isWhole: true },
  days: { max: 3650, isWhole: false },
  seed: { max: 2 ** 32 - 1, isWhole: true },
  "token-seconds": { max: 10 ** 9, isWhole: false },
};

type BoundedOption = keyof typeof bounds;

function readNumber(
  name: BoundedOption,
  text: string | undefined,
  faults: string[],
): number | undefined {
  if (text === undefined) return undefined;
  const { max, isWhole } = bounds[name];
  const value = Number(text);
  const pattern = isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  if (pattern.test(text) && value <= max) return value;
  faults.push(
    `--${name} must be a ${isWhole ? "whole " : ""}number from 0 to ${max}, not "${text}"`,
  );
  return undefined;
}

function readRate(text: string, faults: string[]): number {
  if (text === "max") return Number.POSITIVE_INFINITY;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) || Number.POSITIVE_INFINITY;
  faults.push(`--rate must be a number of calls per second, or max, not "${text}"`);
  return 1;
}

function readOffset(text: string, faults: string[]): number {
  const offsetMinutes = parseOffset(text);
  if (offsetMinutes === null) faults.push(`--expires-offset must look like +05:45, not "${text}"`);
  return offsetMinutes ?? 0;
}

/** Minutes east of UTC, from `+05:45`, `-03:00` or `Z`; null for anything else. */
function parseOffset(text: string): number | null {
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])([01]\d):([0-5]\d)$/.exec(text) ?? [];
  if (!sign) return null;
  const offsetMinutes = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -offsetMinutes : offsetMinutes;
}

/** Takes arguments apart into the values of each option (empty texts for one without a value). */
function readOptions(args: string[]): {
  values: Map<OptionName, string[]>;
  faults: string[];
} {
  const values = new Map<OptionName, string[]>();
  const faults: string[] = [];
  const remaining = args.flatMap(splitAtEquals);
  for (let arg = remaining.shift(); arg !== undefined; arg = remaining.shift()) {
    const option = optionList.find(({ name }) => arg === `--${name}`);
    if (!option) {
      faults.push(`${arg} is not an option`);
      continue;
    }
    const value = option.value === null ? "" : takeValue(remaining);
    if (value === undefined) faults.push(`--${option.name} needs a value`);
    else values.set(option.name, [...(values.get(option.name) ?? []), value]);
  }
  return { values, faults };
}

/** `--name=value` into `--name` and `value`. */
function splitAtEquals(arg: string): string[] {
  const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? [];
  return name !== undefined && value !== undefined ? [name, value] : [arg];
}

function takeValue(remaining: string[]): string | undefined {
  return remaining[0]?.startsWith("--") ? undefined : remaining.shift();
}
