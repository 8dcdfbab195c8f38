import "server-only";
import { log } from "@/lib/ops/log";
import { isRehearsed } from "../secrets/check/rehearsal-mark";
import { EntryFiles, removeEntryFile } from "./entry-files";
import type { JournalEntry } from "./journal-entry";

/**
 * What was drained, for a while: for a database that loses it. It gives way to everything else: a disk
 * that is nearly full, or takes no file, costs the archive its oldest part or the newest, and holds up
 * no entry.
 */
export class DrainedArchive {
  readonly #files: EntryFiles;
  #isFailing = false;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    folder: string,
    private readonly mostBytes: number,
  ) {
    this.#files = new EntryFiles(folder);
  }

  /** Keeps entries that the ledger has committed. Never rejects. */
  async keep(entries: JournalEntry[]): Promise<void> {
    if (this.mostBytes === 0) return;
    try {
      await this.#makeRoom();
      await this.#files.add(entries.filter((entry) => !isRehearsed(entry)));
      if (this.#isFailing) log().info("drained deliveries are archived again");
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log().warn({ err: error }, "drained deliveries can't be archived");
      this.#isFailing = true;
    }
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  /** The oldest files go first; the one that is being written stays. */
  async #makeRoom(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < lookEveryMs && !this.#isFailing) return;
    this.#lookedAtMs = performance.now();
    const files = await this.#files.list();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    let free = (await this.#files.freeBytes()) ?? leastFreeBytes;
    for (const file of files.slice(0, -1)) {
      if (bytes <= this.mostBytes && free >= leastFreeBytes) return;
      await removeEntryFile(file);
      bytes -= file.bytes;
      free += file.bytes;
    }
    if (free < leastFreeBytes) throw new Error("the disk is nearly full");
  }
}

const lookEveryMs = 5_000;
/** So much stays free for what matters more: the journal and the database. */
const leastFreeBytes = 256 * 1024 * 1024;
