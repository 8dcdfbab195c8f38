import { readFile } from "node:fs/promises";
import { writeAtomically } from "@/lib/platform/files/private-files";
import { inProject } from "../command/root-folder";
import { runTool } from "../command/run-tool";
import { hashClientSources } from "./source-hash";

const stamp = inProject("prisma/client/.made-from");

/** Generates the database client unless the one that is there belongs to this schema. */
export async function ensurePrismaClient(signal?: AbortSignal): Promise<void> {
  const wanted = await hashClientSources();
  if ((await readFile(stamp, "utf8").catch(() => "")) === wanted) return;
  await runTool("node_modules/prisma/build/index.js", ["generate"], {
    signal,
    env: {
      // Generating runs no engine, but would download one: any existing file keeps it from that.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  await writeAtomically(stamp, wanted, 0o644);
}
