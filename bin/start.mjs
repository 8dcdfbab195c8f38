// `npm start`, and with their names `npm run demo` and `npm run dev`: makes JavaScript of the program
// that starts all others, and runs it. A loader in that process and the compiler wait for each other.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { bundlePrograms } from "./build/bundle-programs.mjs";

// It waits for the others nearly all of the time.
setFlagsFromString("--optimize-for-size");

const root = fileURLToPath(new URL("..", import.meta.url));
// A new checkout has no database client yet, of which the program holds parts. Later it sees to that itself.
if (!existsSync(`${root}prisma/client/client.ts`)) {
  execFileSync(process.execPath, ["node_modules/prisma/build/index.js", "generate"], {
    cwd: root,
    // As in `ensurePrismaClient`: nothing is downloaded, and no setting is passed on.
    env: {
      PATH: process.env.PATH,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
await import(bundlePrograms(["start"])("start"));
