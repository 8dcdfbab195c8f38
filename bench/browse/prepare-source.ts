import { say } from "../say";
import { addToCopy, copySource } from "../scratch/copy-source";

/** The product with two more pages, which it is compared with; all are built together. */
export async function prepareSource(folder: string): Promise<string> {
  say("copying the source; its first start builds it (about half a minute)");
  const source = await copySource(folder);
  await addToCopy(source, "bench/browse/pages/empty.tsx", "app/bench/empty/page.tsx");
  await addToCopy(source, "bench/browse/pages/rows.tsx", "app/bench/rows/page.tsx");
  return source;
}
