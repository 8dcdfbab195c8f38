import "server-only";
import type { Pool } from "pg";
import { ZodError } from "zod";
import { log } from "@/lib/ops/log";
import { isRefusal } from "@/lib/platform/faults";
import type { Journal, JournalEntry } from "../journal/journal";
import { readServerStart } from "../store/sql";

/**
 * Who dies while it interprets an entry hardly dies of anything else: twice is enough. While it
 * stores one, it mostly waits, and whoever ended it may have had another reason: that takes three
 * times, and of those alone. Of several that are stored together, none is more likely than another.
 * A long one takes its time in small steps, in which a process dies by chance.
 */
export const points = {
  interpreting: 3,
  storingAlone: 2,
  storingTogether: 0,
  timedOut: 3,
  refused: 2,
  lostConnection: 2,
  long: { opening: 1, reading: 1, readingWhole: 3, storing: 0 },
};
export const enough = 6;

/** By the database, or by a fault of the code; not what befalls a connection or the machine. */
export function isRefused(error: unknown): boolean {
  return isRefusal(error) || faultsOfCode.some((kind) => error instanceof kind);
}

const faultsOfCode = [TypeError, RangeError, ReferenceError, SyntaxError, ZodError];

/**
 * Connections that broke while entries of a journal were stored. Those that were under way together are
 * tried alone from then on. Of one that was alone it counts if the ledger takes a probe before and after,
 * and its server was not started anew, as by a restart or a failover: whatever the entry is, it ends no
 * more than the server's process that stores it. Kept in memory: who begins anew has these tries before it
 * again.
 */
class Losses {
  readonly apart = new Set<bigint>();
  readonly #uncounted = new Map<bigint, Loss>();
  /** The present step of a long one, and that over which it lost its connection before. */
  readonly #steps = new Map<bigint, number>();
  readonly #lostAt = new Map<bigint, number>();

  begin(acceptedSeq: bigint): void {
    this.#steps.set(acceptedSeq, 0);
  }

  getOn(acceptedSeq: bigint): void {
    this.#steps.set(acceptedSeq, (this.#steps.get(acceptedSeq) ?? 0) + 1);
  }

  /** @param serverStart read before it was tried */
  note({ acceptedSeq, deliveryId }: JournalEntry, serverStart: string): void {
    this.apart.add(acceptedSeq);
    const step = this.#steps.get(acceptedSeq) ?? alone;
    this.#uncounted.set(acceptedSeq, { deliveryId, serverStart, step });
  }

  /** To be called when the ledger has just taken a probe. @returns those that were noted */
  async count(source: Journal, pool: Pool): Promise<bigint[]> {
    if (this.#uncounted.size === 0) return [];
    const now = await readServerStart(pool);
    const counted = [...this.#uncounted];
    this.#uncounted.clear();
    for (const [seq, { deliveryId, serverStart, step }] of counted) {
      if (serverStart !== now) continue;
      // A long one takes its time, in which a connection breaks by chance; over the same step it hardly does.
      const isItsOwn = step === alone || this.#lostAt.get(seq) === step;
      this.#lostAt.set(seq, step);
      if (isItsOwn) await source.suspect([seq], points.lostConnection);
      log().warn(
        { deliveryId },
        "the connection to the database broke over a delivery, although others are stored",
      );
    }
    return counted.map(([seq]) => seq);
  }

  forget(acceptedSeqs: bigint[]): void {
    for (const seq of acceptedSeqs) {
      for (const known of [this.apart, this.#uncounted, this.#steps, this.#lostAt])
        known.delete(seq);
    }
  }
}

type Loss = { deliveryId: string; serverStart: string; step: number };

const alone = -1;

const losses = new WeakMap<Journal, Losses>();

export function lossesOf(source: Journal): Losses {
  const known = losses.get(source) ?? new Losses();
  losses.set(source, known);
  return known;
}
