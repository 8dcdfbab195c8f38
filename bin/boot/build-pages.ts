import { readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ClaimedError, claim } from "@/lib/platform/claim";
import { writeAtomically } from "@/lib/platform/write-atomically";
import { inProject } from "./root-folder";
import { runTool } from "./run-tool";
import { say } from "./say";
import { hashBuildSources } from "./source-hash";

const stamp = inProject(".next/made-from");

/** Builds the pages unless the build that is there was made from these sources. */
export async function ensureBuild(signal?: AbortSignal): Promise<void> {
  if (await isCurrent()) return;
  const { release } = await claimWhenFree(signal);
  try {
    if (await isCurrent()) return;
    const began = performance.now();
    say("Building the pages, once for this version (about half a minute)");
    const madeFrom = await hashBuildSources();
    await rm(stamp, { force: true });
    await runTool("node_modules/next/dist/bin/next", ["build"], {
      signal,
      env: { NEXT_TELEMETRY_DISABLED: "1" },
    });
    await writeAtomically(stamp, madeFrom, 0o644);
    say(`Built in ${Math.round((performance.now() - began) / 1000)} s`);
  } finally {
    await release();
  }
}

async function isCurrent(): Promise<boolean> {
  const madeFrom = await readFile(stamp, "utf8").catch(() => null);
  return madeFrom !== null && madeFrom === (await hashBuildSources());
}

async function claimWhenFree(signal?: AbortSignal) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await claim(inProject("node_modules/.earshot-build"));
    } catch (error) {
      if (!(error instanceof ClaimedError)) throw error;
      if (attempt === 1) say(`Waiting for process ${error.pid}, which is building`);
    }
    await sleep(300, undefined, { signal });
  }
}
