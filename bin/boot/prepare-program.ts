import type { Mode } from "./boot";
import { ensureBuild } from "./build-pages";
import { ensurePrismaClient } from "./prisma-client";

/** Makes what is generated from the source: the database client, and in production the pages. */
export async function prepareProgram(mode: Mode, signal: AbortSignal): Promise<void> {
  await ensurePrismaClient(signal);
  if (mode === "production") await ensureBuild(signal);
}
