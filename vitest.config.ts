import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const rooms = "{lib,components,app,bin,bench,sandbox}/**";
/**
 * Files share a process, which saves a third of their time, but for these: they leave something behind, mock
 * a module, or play several processes.
 */
const alone = {
  unit: [
    "lib/calling-service/connection.test.ts",
    "lib/intake/secrets/check/known-secrets.test.ts",
    "lib/platform/process/topic.test.ts",
  ],
  database: [
    "lib/access/sessions/sign-in.db.test.ts",
    "lib/intake/store/delivery-ranges.db.test.ts",
  ],
};
/** Ten seconds or more, much of it waiting: begun last, it would go on alone at the end. */
const slow = [
  "bin/database/upgrade-postgres.db.test.ts",
  "lib/access/sessions/sign-in.db.test.ts",
  "lib/audio/measure/open-decoder.test.ts",
  "lib/intake/drain/drain-entries.db.test.ts",
  "lib/intake/drain/lost-servers.db.test.ts",
  "lib/intake/journal/disk-journal.test.ts",
  "lib/platform/database/outage-answer.db.test.ts",
  "lib/platform/files/claim.test.ts",
  "lib/platform/postgres/embedded-postgres.db.test.ts",
  "lib/platform/process/processes.test.ts",
  "sandbox/sound/tape/make-tape.test.ts",
];
const shared = { isolate: false, setupFiles: ["bin/check/between-files.ts"] };
const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * What a test of CI's shared machines may fail for once, and is run again for, and named. Not what random
 * values found: these would be others the second time.
 */
const tookLong = /^(?!Property failed).*(timed out|in time|to be (less|greater) than)/is;

/** Vitest's own order, but that each project begins with what takes long. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isSlow), ...own.filter((file) => !isSlow(file))];
    });
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return slow.some((file) => moduleId.endsWith(`/${file}`));
}

/** Unit tests stand beside the code; `*.db.test.ts` need the PostgreSQL that `npm test` starts. */
export default defineConfig({
  resolve: {
    alias: { "@": root, "server-only": `${root}node_modules/server-only/empty.js` },
  },
  test: {
    env: { TZ: "Asia/Kathmandu" },
    // Machines that test are slow and shared; a test that needs this long hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    retry: process.env.CI ? { count: 1, condition: tookLong } : 0,
    sequence: { sequencer: SlowFirst },
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          ...shared,
          include: [`${rooms}/*.test.{ts,tsx}`],
          exclude: ["**/*.db.test.ts", ...alone.unit],
        },
      },
      {
        extends: true,
        test: { name: "unit", include: alone.unit },
      },
      {
        extends: true,
        test: {
          name: "database",
          ...shared,
          include: [`${rooms}/*.db.test.ts`],
          exclude: alone.database,
        },
      },
      {
        extends: true,
        test: { name: "alone", include: alone.database },
      },
    ],
  },
});
