import { ensureBuild } from "../build/build-pages";
import { ensurePrismaClient } from "../build/prisma-client";
import type { Mode } from "./boot";

/** Makes what is generated from the source: the database client, and in production the pages. */
export async function prepareProgram(mode: Mode, signal: AbortSignal): Promise<void> {
  await ensurePrismaClient(signal);
  if (mode === "production") await ensureBuild(signal);
}
