import { join } from "node:path";
import { say } from "../say";
import { addToCopy, copySource } from "../scratch/copy-source";
import { replaceInFile } from "../scratch/replace-in-file";
import { breakages } from "./breakages";

/** The product with two more routes, which it is compared with; all three are built together. */
export async function prepareSource(folder: string): Promise<string> {
  say("copying the source; its first start builds it (about half a minute)");
  const source = await copySource(folder);
  await addToCopy(source, "bench/intake/routes/empty.ts", "app/api/bench/empty/route.ts");
  await addToCopy(source, "bench/intake/routes/upsert.ts", "app/api/bench/upsert/route.ts");
  return source;
}

/** The product with all breakages, each of which is chosen by the environment. */
export async function prepareBrokenSource(folder: string): Promise<string> {
  say("copying the source once more, to break it; its first start builds it");
  const source = await copySource(folder);
  for (const { file, passage, by } of breakages) {
    await replaceInFile(join(source, file), passage, by);
  }
  return source;
}
