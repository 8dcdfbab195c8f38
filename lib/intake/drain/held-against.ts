import "server-only";
import type { Pool } from "pg";
import { ZodError } from "zod";
import { log } from "@/lib/ops/log";
import { isRefusal, sqlStateOf } from "@/lib/platform/faults";
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
  /** Or a process that died, while not what it means, but its bytes alone were written. */
  lostQuarantine: 1_000,
  long: { opening: 1, reading: 1, readingWhole: 3, storing: 0 },
};
export const enough = 6;
/** Its quarantine, too, failed in that way three times. */
const aside = 3 * points.lostQuarantine;
/** And processes died of trying it once more, each of which tries it anew. */
const forGood = 2 * aside;

/** An entry that is tried alone, and the points that count against it. */
export type Doubtful = { entry: JournalEntry; against: number };

/** By the database, or by a fault of the code; not what befalls a connection or the machine. */
export function isRefused(error: unknown): boolean {
  return isRefusal(error) || faultsOfCode.some((kind) => error instanceof kind);
}

const faultsOfCode = [TypeError, RangeError, ReferenceError, SyntaxError, ZodError];

/**
 * For so long a database server has to stay up before an entry is tried over which one was lost, and so
 * many times as long as that took: whatever else ends the server then hardly does so during that try.
 */
export const steadiness = { leastMs: 10_000, times: 20 };

/**
 * Connections that broke while entries of a journal were stored. Those that were under way together are
 * tried alone from then on. Of one that was alone it counts if the ledger takes a probe before and after.
 * If its server was started anew or is another one, as after a restart or a failover, that was hardly the
 * entry's doing: it counts only where the server had long been up and said nothing of stopping, and others
 * were stored since the time before. An entry that is stored at last is never blamed, so it takes a server
 * that ends each time within the same moments, and at no other time. Kept in memory, but for what counts:
 * who begins anew has these tries before it again.
 */
class Losses {
  readonly apart = new Set<bigint>();
  readonly #uncounted = new Map<bigint, Loss>();
  /** When the present try or step of it began. */
  readonly #began = new Map<bigint, number>();
  /** The present step of a long one, and that over which it lost its connection before. */
  readonly #steps = new Map<bigint, number>();
  readonly #lostAt = new Map<bigint, number>();
  /** Those over which a server was lost: the longest try, and how many others were stored before. */
  readonly #ending = new Map<bigint, { tookMs: number; stored: number }>();
  /** Whose quarantine this process has tried once more, or for the last time, in vain. */
  readonly #triedAgain = new Set<bigint>();
  #server = { start: "", sinceMs: Number.POSITIVE_INFINITY };
  #stop: Stop | undefined;
  #stored = 0;

  begin(acceptedSeq: bigint, isLong: boolean): void {
    this.#began.set(acceptedSeq, performance.now());
    this.#steps.set(acceptedSeq, isLong ? 0 : alone);
  }

  getOn(acceptedSeq: bigint): void {
    this.#began.set(acceptedSeq, performance.now());
    this.#steps.set(acceptedSeq, (this.#steps.get(acceptedSeq) ?? 0) + 1);
  }

  /** The same ones, behind the others those that may end the server. */
  putLast(doubtful: Doubtful[]): Doubtful[] {
    const mayEnd = (one: Doubtful) => this.#isEnding(one);
    return [...doubtful.filter((one) => !mayEnd(one)), ...doubtful.filter(mayEnd)];
  }

  /** When to try it, told after `count`. One that is held aside is tried once more by each process. */
  turnOf(one: Doubtful): "now" | "after-a-probe" | "later" | "never" {
    const { acceptedSeq } = one.entry;
    if (!this.#isEnding(one)) return "now";
    const isTriedAgain = this.#triedAgain.has(acceptedSeq) || one.against >= forGood;
    if (one.against >= aside && isTriedAgain) return "never";
    const { tookMs = 0 } = this.#ending.get(acceptedSeq) ?? {};
    return this.#isSteady(tookMs, performance.now()) ? "after-a-probe" : "later";
  }

  note({ entry: { acceptedSeq, deliveryId }, against }: Doubtful, error: unknown): void {
    const nowMs = performance.now();
    const tookMs = nowMs - (this.#began.get(acceptedSeq) ?? nowMs);
    const ofQuarantine = against < aside ? points.lostQuarantine : 0;
    const ofThis = against < enough ? points.lostConnection : ofQuarantine;
    this.apart.add(acceptedSeq);
    if (against + ofThis >= aside) this.#triedAgain.add(acceptedSeq);
    this.#uncounted.set(acceptedSeq, {
      deliveryId,
      tookMs,
      step: this.#steps.get(acceptedSeq) ?? alone,
      points: ofThis,
      serverStart: this.#server.start,
      isSudden:
        sqlStateOf(error) !== toldToStop &&
        nowMs - (this.#stop?.toldAtMs ?? Number.NEGATIVE_INFINITY) > tookMs &&
        this.#isSteady(tookMs, nowMs - tookMs),
    });
  }

  /** To be called when the ledger has just taken a probe. @returns those that were noted */
  async count(source: Journal, pool: Pool): Promise<bigint[]> {
    await this.#lookAtServer(pool);
    const noted = [...this.#uncounted];
    this.#uncounted.clear();
    for (const [seq, loss] of noted) {
      const counts =
        loss.serverStart === this.#server.start
          ? this.#isOfBackend(seq, loss)
          : await this.#isOfServer(source, seq, loss);
      if (counts && loss.points > 0) await source.suspect([seq], loss.points);
    }
    return noted.map(([seq]) => seq);
  }

  #isOfBackend(seq: bigint, { deliveryId, step }: Loss): boolean {
    log().warn(
      { deliveryId },
      "the connection to the database broke over a delivery, although others are stored",
    );
    return this.#isSameStep(seq, step);
  }

  async #isOfServer(source: Journal, seq: bigint, loss: Loss): Promise<boolean> {
    const { deliveryId, tookMs, step, isSudden } = loss;
    const before = this.#ending.get(seq);
    this.#ending.set(seq, {
      tookMs: Math.max(tookMs, before?.tookMs ?? 0),
      stored: this.#stored,
    });
    const isSame = this.#isSameStep(seq, step);
    // One that waits alone has no others that could be stored.
    const hasControl = before && (this.#stored > before.stored || (await source.depth()) === 1);
    if (!isSudden || !isSame || !hasControl) return false;
    log().warn({ deliveryId }, "the database ended over a delivery, although others are stored");
    return true;
  }

  /** A long one takes its time, in which a connection breaks by chance; over the same step it hardly does. */
  #isSameStep(seq: bigint, step: number): boolean {
    const isSame = step === alone || this.#lostAt.get(seq) === step;
    this.#lostAt.set(seq, step);
    return isSame;
  }

  #isEnding({ entry, against }: Doubtful): boolean {
    return this.#ending.has(entry.acceptedSeq) || against >= aside;
  }

  #isSteady(tookMs: number, atMs: number): boolean {
    const { leastMs, times } = steadiness;
    return atMs - this.#server.sinceMs >= Math.max(leastMs, times * tookMs);
  }

  async #lookAtServer(pool: Pool): Promise<void> {
    this.#stop = watchStops(pool);
    const start = await readServerStart(pool);
    if (start !== this.#server.start) this.#server = { start, sinceMs: performance.now() };
  }

  /** To be called when these have left the journal. */
  settle(acceptedSeqs: bigint[]): void {
    this.#stored += acceptedSeqs.length;
    const known = [
      this.apart,
      this.#uncounted,
      this.#began,
      this.#steps,
      this.#lostAt,
      this.#ending,
      this.#triedAgain,
    ];
    for (const seq of acceptedSeqs) for (const some of known) some.delete(seq);
  }
}

type Loss = {
  deliveryId: string;
  /** What counts against the entry, if it does. */
  points: number;
  serverStart: string;
  tookMs: number;
  step: number;
  /** The server had long been up, and didn't say that it was told to stop. */
  isSudden: boolean;
};

const alone = -1;

/** A server says so to everybody who is connected. */
const toldToStop = "57P01";

type Stop = { toldAtMs: number };

const stops = new WeakMap<Pool, Stop>();

/** To whom it is to stop at once, it says so beside its last answer. */
function watchStops(pool: Pool): Stop {
  const known = stops.get(pool);
  if (known) return known;
  const stop = { toldAtMs: Number.NEGATIVE_INFINITY };
  stops.set(pool, stop);
  // Connections that are there already don't tell; the loss of a server that counts comes after one that doesn't.
  pool.on("connect", (client) => {
    client.on("notice", ({ code }) => {
      if (code === toldToStop) stop.toldAtMs = performance.now();
    });
  });
  return stop;
}

const losses = new WeakMap<Journal, Losses>();

export function lossesOf(source: Journal): Losses {
  const known = losses.get(source) ?? new Losses();
  losses.set(source, known);
  return known;
}
