import { optionList } from "./option-list";

export function helpText(): string {
  const flags = optionList.map(({ name, value }) => `--${name}${value ? ` ${value}` : ""}`);
  const width = Math.max(...flags.map((flag) => flag.length));
  const lines = optionList.map(({ text }, i) => `  ${(flags[i] ?? "").padEnd(width)}  ${text}`);
  return `A stand-in for the calling service: a token endpoint, calls that end and are posted to
webhooks, their recordings, and a dashboard where webhooks are registered.

Usage: npm run sandbox -- [options]

${lines.join("\n")}
`;
}
