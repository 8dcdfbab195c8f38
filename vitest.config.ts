import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Unit tests stand beside the code; `*.db.test.ts` need the PostgreSQL that `npm test` starts. */
export default defineConfig({
  resolve: {
    alias: { "@": root, "server-only": `${root}node_modules/server-only/empty.js` },
  },
  test: {
    env: { TZ: "Asia/Kathmandu" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          maxWorkers: 2,
          include: ["{lib,components,app,bin,bench,sandbox}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "database", include: ["**/*.db.test.ts"], maxWorkers: 2 },
      },
    ],
  },
});
