import { readFile, writeFile } from "node:fs/promises";

/** Replaces a passage that stands in the file once. @throws when the source has changed there. */
export async function replaceInFile(path: string, passage: string, by: string): Promise<void> {
  const source = await readFile(path, "utf8");
  const parts = source.split(passage);
  if (parts.length !== 2) {
    throw new Error(
      `${path} holds this passage ${parts.length - 1} times; bring bench up to date:\n${passage}`,
    );
  }
  await writeFile(path, parts.join(by));
}
