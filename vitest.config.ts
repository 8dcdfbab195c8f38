import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Rooms without a state of their own: their files share a process, which takes a third of the time. */
const pure = [
  "components",
  "app",
  "lib/coverage",
  "lib/customers",
  "lib/export",
  "lib/intake/interpret",
  "lib/intake/store",
  "lib/language",
  "lib/list",
  "lib/notes",
  "lib/recordings",
  "lib/saved-views",
  "lib/settings",
  "lib/vocabulary",
  "lib/walls",
].map((folder) => `${folder}/**/*.test.{ts,tsx}`);
const root = fileURLToPath(new URL(".", import.meta.url));

/** Unit tests stand beside the code; `*.db.test.ts` need the PostgreSQL that `npm test` starts. */
export default defineConfig({
  resolve: {
    alias: { "@": root, "server-only": `${root}node_modules/server-only/empty.js` },
  },
  test: {
    env: { TZ: "Asia/Kathmandu" },
    // Machines that test are slow and shared; a test that needs this long hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          maxWorkers: 3,
          include: ["{lib,components,app,bin,bench,sandbox}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts", ...pure],
        },
      },
      {
        extends: true,
        test: {
          name: "pure",
          maxWorkers: 3,
          isolate: false,
          include: pure,
          exclude: ["**/*.db.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "database", include: ["**/*.db.test.ts"], maxWorkers: 3 },
      },
    ],
  },
});
