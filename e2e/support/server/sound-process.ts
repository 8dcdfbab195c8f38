import type pg from "pg";
import type { Earshot } from "./earshot";
import { childrenOf } from "./processes";

/** Of what fetches and measures sound, while there is something to do. */
export async function findSoundsPid(earshot: Earshot): Promise<number | undefined> {
  const children = await childrenOf(await earshot.workerPid());
  return children.find(({ command }) => /sounds\.mjs/.test(command))?.pid;
}

/**
 * SIGKILL to what fetches and measures sound. What it had claimed is left alone for a minute, which is
 * not waited out. @returns its pid, where there was one
 */
export async function killSounds(earshot: Earshot, client: pg.Client): Promise<number | undefined> {
  const pid = await findSoundsPid(earshot);
  if (pid === undefined) return undefined;
  process.kill(pid, "SIGKILL");
  await client.query("UPDATE sound SET claimed_until = now() WHERE claimed_by IS NOT NULL");
  return pid;
}
