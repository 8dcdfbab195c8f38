import { ensureBuild } from "../build/build-pages";
import { runTool } from "../command/run-tool";
import { runShown } from "./run-shown";
import { withTestPostgres } from "./test-postgres";

/** One kind of check; `parameters` narrow it, in the notation of its own runner. */
export type Stage = { name: string; run: (parameters: string[]) => Promise<boolean> };

export const reportsFolder = "test-results/reports";

/** Machines that test are slow and shared; a test that needs this long hangs. */
const testTimeoutMs = 60_000;

export const types: Stage = {
  name: "types",
  run: async () => {
    await runTool("node_modules/next/dist/bin/next", ["typegen"], {
      env: { NEXT_TELEMETRY_DISABLED: "1" },
    });
    return runShown("node_modules/typescript/bin/tsc", ["--noEmit"]);
  },
};

export const lint: Stage = {
  name: "lint",
  run: () => runShown("node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
};

export const unit: Stage = { name: "unit", run: (parameters) => runVitest("unit", parameters) };

export const database: Stage = {
  name: "database",
  run: (parameters) =>
    withTestPostgres((url) => runVitest("database", parameters, { TEST_DATABASE_URL: url })),
};

export const endToEnd: Stage = { name: "e2e", run: (parameters) => runPlaywright(parameters) };

/** Journeys that are longer here than among the others; each of them asks how long it is to be. */
export const faultJourneys = [
  ...["acknowledged", "closed-doors", "crowds", "database-trouble", "disk-trouble", "gateway"],
  ...["journal-in-database", "restart", "restored"],
];

export const faults: Stage = {
  name: "faults",
  run: (parameters) => {
    const files = faultJourneys.map((name) => `/${name}.spec`);
    return runPlaywright(parameters.length > 0 ? parameters : files, { EARSHOT_FAULTS: "long" });
  },
};

async function runPlaywright(
  parameters: string[],
  environment?: Record<string, string>,
): Promise<boolean> {
  await ensureBuild();
  return runShown("node_modules/@playwright/test/cli.js", ["test", ...parameters], environment);
}

function runVitest(project: string, parameters: string[], environment?: Record<string, string>) {
  const report = `--outputFile.json=${reportsFolder}/${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", report];
  const options = ["--project", project, `--testTimeout=${testTimeoutMs}`, ...reporters];
  return runShown(
    "node_modules/vitest/vitest.mjs",
    ["run", ...options, ...parameters],
    environment,
  );
}
