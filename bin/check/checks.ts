import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteForgotten, forgetFolder } from "@/lib/platform/files/test-folders";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { bareEnvironment } from "@/lib/platform/process/processes";
import { ensureBuild, ensurePrismaClient } from "../build/build-pages";
import { announce, say } from "../command/command";
import { inProject, runTool } from "../command/project";

/** One kind of check; `parameters` narrow it, in the notation of its own runner. */
type Check = { name: string; run: (parameters: string[]) => Promise<boolean> };

const reportsFolder = "test-results/reports";
/** Whether the longer journeys have the length that `.ci/run` gives them. */
const isCi = process.env.EARSHOT_FAULTS === "middle";

export const types: Check = {
  name: "types",
  run: async () => {
    await runTool("node_modules/next/dist/bin/next", ["typegen"], {
      env: { NEXT_TELEMETRY_DISABLED: "1" },
    });
    return runShown("node_modules/typescript/bin/tsc", ["--noEmit"]);
  },
};

export const lint: Check = {
  name: "lint",
  run: () => runShown("node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
};

export const unit: Check = {
  name: "unit",
  run: (parameters) => runVitest("unit", ["--project", "pure", ...parameters]),
};

export const database: Check = {
  name: "database",
  run: (parameters) =>
    withTestPostgres((url) =>
      runVitest("database", ["--project", "alone", ...parameters], { TEST_DATABASE_URL: url }),
    ),
};

/** Both flows, and the faults that no call that was once acknowledged may be lost to, in their short form. */
export const coreJourneys = [
  "access/canary",
  "access/sign-in",
  "call/customer-data",
  "call/export",
  "call/recording",
  "filters/incomplete",
  "intake/acknowledged",
  "intake/answers",
  "intake/crowds",
  "intake/database-trouble",
  "intake/disk-trouble",
  "intake/gateway",
  "intake/journal-in-database",
  "intake/restart",
  "intake/trouble",
  "list/browse",
  "list/live",
  "list/selection",
  "settings/secrets",
];

/**
 * Without parameters the core journeys; with parameters those of all that they name. In CI, what is longer
 * there runs once: among the others.
 */
export const endToEnd: Check = {
  name: "e2e",
  run: (parameters) => {
    if (parameters.length > 0) return runPlaywright("e2e", parameters);
    const longer = isCi ? ["--grep-invert", "@middle"] : [];
    return runPlaywright("e2e", [...longer, ...coreJourneys.map(toSpec)], {});
  },
};

/** All journeys that `npm test` leaves out. */
export const otherJourneys: Check = {
  name: "journeys",
  run: async (parameters) => {
    if (isCi) return runPlaywright("journeys", ["--grep-invert", coreButLonger, ...parameters]);
    const files = await readdir(inProject("e2e"), { recursive: true });
    const specs = files.filter((file) => file.endsWith(".spec.ts"));
    const core = new Set(coreJourneys.map(toSpec));
    const others = specs.map((file) => `/${file}`).filter((spec) => !core.has(spec));
    return runPlaywright("journeys", [...others, ...parameters]);
  },
};

/** What `endToEnd` runs in CI: Playwright compares it with a test's project, file, title and tags. */
export const coreButLonger = `^(?!.*@middle).*(${coreJourneys.join("|")})\\.spec\\.ts`;

function toSpec(journey: string): string {
  return `/${journey}.spec.ts`;
}

/** Journeys that are longer here than among the others; each of them asks how long it is to be. */
export const longJourneys = [
  "access/authorization",
  "intake/acknowledged",
  "intake/crowds",
  "intake/database-trouble",
  "intake/disk-trouble",
  "intake/gateway",
  "intake/journal-in-database",
  "intake/restart",
  "intake/senders",
  "list/address-bar",
  "operation/clock",
  "operation/restored",
];

/** Their tests that depend on the length; at CI's length, those that are longer there. */
export const faults: Check = {
  name: "faults",
  run: (parameters) => {
    const length = isCi ? "middle" : "long";
    const specs = parameters.length > 0 ? parameters : longJourneys.map(toSpec);
    return runPlaywright("faults", ["--grep", `@${length}`, ...specs], { EARSHOT_FAULTS: length });
  },
};

async function runPlaywright(
  report: string,
  parameters: string[],
  environment: Record<string, string> = isCi ? { EARSHOT_FAULTS: "middle" } : {},
): Promise<boolean> {
  await ensureBuild();
  return runShown("node_modules/@playwright/test/cli.js", ["test", ...parameters], {
    ...environment,
    EARSHOT_REPORT: report,
  });
}

function runVitest(project: string, parameters: string[], environment?: Record<string, string>) {
  const report = `--outputFile.json=${reportsFolder}/${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", report];
  const options = ["--project", project, ...reporters];
  return runShown(
    "node_modules/vitest/vitest.mjs",
    ["run", ...options, ...parameters],
    environment,
  );
}

/** What single tests are told by hand: a seed that failed, or a larger number than the usual one. */
function readWishes(): Record<string, string> {
  const names = ["ADDRESS_SEED", "EARSHOT_RECORDINGS"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Runs a Node program of the project with its output shown; true when it succeeded. */
async function runShown(
  script: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [inProject(script), ...parameters], {
    cwd: inProject(),
    env: bareEnvironment({ NODE_ENV: "test", ...readWishes(), ...environment }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  return code === 0;
}

/**
 * Runs every check whatever became of the others, reports under the name of the run, and gives the exit
 * code. Arguments name the only checks to run; whatever follows the names goes to their runners:
 * `npm test unit lib/export`.
 */
export async function runChecks(
  run: string,
  checks: Check[],
  parameters: string[],
): Promise<number> {
  const { chosen, rest } = choose(checks, parameters);
  for (const name of [`${run}-checks`, ...checks.map((check) => check.name)]) {
    await rm(inProject(reportsFolder, `${name}.json`), { force: true });
  }
  await ensurePrismaClient();
  const outcomes: { name: string; passed: boolean; seconds: string }[] = [];
  for (const { name, run } of chosen) {
    process.stdout.write(`\n== ${name}\n`);
    const began = performance.now();
    const passed = await run(rest).catch(report);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    outcomes.push({ name, passed, seconds });
  }
  await deleteForgotten();
  await mkdir(inProject(reportsFolder), { recursive: true });
  await writeFile(inProject(reportsFolder, `${run}-checks.json`), JSON.stringify(outcomes));
  announce(
    outcomes.map(({ name, passed, seconds }) => [
      name,
      `${passed ? "passed" : "FAILED"} in ${seconds} s`,
    ]),
  );
  return outcomes.every(({ passed }) => passed) ? 0 : 1;
}

function choose(checks: Check[], parameters: string[]) {
  const named = new Set(checks.map(({ name }) => name));
  const firstOther = parameters.findIndex((parameter) => !named.has(parameter));
  const wanted = firstOther < 0 ? parameters : parameters.slice(0, firstOther);
  return {
    chosen: wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.includes(name)),
    rest: parameters.slice(wanted.length),
  };
}

function report(error: unknown): false {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  return false;
}

/** Runs the work beside an empty PostgreSQL, which is gone afterwards. */
async function withTestPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "earshot-test-"));
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory, password: "test", say });
    try {
      return await work(postgres.superuserUrl);
    } finally {
      await postgres.stop();
    }
  } finally {
    await forgetFolder(dataDirectory);
  }
}
