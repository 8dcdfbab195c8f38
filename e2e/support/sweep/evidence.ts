import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { RawAnswer, RawCall } from "../requests/raw-request";
import { findDisguised, type Words } from "../requests/traces";

type Exhibit = { where: string; bytes: Buffer; said: string };

/** Everything that came out of a program, to be searched as a whole. */
export class Evidence {
  readonly #exhibits: Exhibit[] = [];

  /** @param said what the program was told in the same breath, and may repeat. */
  add(where: string, bytes: Buffer | string, said = ""): void {
    this.#exhibits.push({ where, bytes: Buffer.from(bytes), said });
  }

  addAnswer({ method = "GET", path }: RawCall, { seen }: RawAnswer): void {
    this.add(`${method} ${path}`, seen, path);
  }

  /** Every file under the folder, but for those that `leftOut` matches. */
  async addFiles(folder: string, leftOut = /^$/): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path);
      if (!entry.isFile() || leftOut.test(name)) continue;
      this.add(name, await readFile(path).catch(() => ""));
    }
  }

  get size(): number {
    return this.#exhibits.length;
  }

  /** As "GET /recordings shows the token in base64"; nothing when they are nowhere. */
  search(words: Words): string[] {
    return this.#exhibits.flatMap(({ where, bytes, said }) => {
      const isSaid = (word: string) => said.toLowerCase().includes(word.toLowerCase());
      const unsaid = Object.entries(words).filter(([, word]) => !isSaid(word));
      const found = findDisguised(bytes, Object.fromEntries(unsaid));
      return found.map((trace) => `${where} shows ${trace}`);
    });
  }
}
