import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";

/** More journeys than these that pass only the second time fail the run. */
const mostSecondTries = 3;

type Options = { outputFile: string; crashFolder: string };

/**
 * Says at the end what a list of failures hides: crashes of the browser, each once with its last
 * words, and the journeys that passed only the second time. `outputFile` holds the same as JSON:
 * `{ crashes: string[], secondTries: string[], mostSecondTries: number }`.
 */
export default class TroubleReporter implements Reporter {
  readonly #options: Options;
  #suite: Suite | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  onBegin(_config: unknown, suite: Suite): void {
    rmSync(this.#options.crashFolder, { recursive: true, force: true });
    this.#suite = suite;
  }

  async onEnd(): Promise<{ status?: FullResult["status"] }> {
    const crashes = describeCrashes(this.#options.crashFolder);
    const tests = this.#suite?.allTests() ?? [];
    const secondTries = tests
      .filter((test) => test.outcome() === "flaky")
      .map((test) => test.titlePath().filter(Boolean).join(" > "));
    const report = { crashes, secondTries, mostSecondTries };
    mkdirSync(dirname(this.#options.outputFile), { recursive: true });
    writeFileSync(this.#options.outputFile, JSON.stringify(report));
    const lines = [...crashes, ...secondTries.map((name) => `Passed the second time: ${name}`)];
    const tooMany = secondTries.length > mostSecondTries;
    if (tooMany) lines.push(`More than ${mostSecondTries} second tries fail the run.`);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return tooMany ? { status: "failed" } : {};
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Crashes with the same last words are one line. */
function describeCrashes(folder: string): string[] {
  const counts = new Map<string, number>();
  for (const file of listLogs(folder)) {
    const words = toLastWords(readFileSync(join(folder, file), "utf8"));
    if (words) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(
    ([words, count]) => `The browser crashed ${count === 1 ? "once" : `${count} times`}: ${words}`,
  );
}

function listLogs(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * The last lines of what it wrote, without process and time in front, so that equal crashes read
 * alike. A browser that was ended from outside leaves a log without a crash.
 */
function toLastWords(log: string): string {
  const lines = log.split("\n").filter((line) => line && !/:(INFO|WARNING):/.test(line));
  if (!lines.some((line) => /:FATAL:|Received signal|^ended by signal/.test(line))) return "";
  return lines
    .slice(-5)
    .map((line) => line.replace(/^\[[\d:/.]+:/, "["))
    .join("; ");
}
