import "server-only";
import { LostLease } from "./lease-sql";
import { newStep } from "./loop";

export type Hold = {
  /** Says that its holder lives. Whatever it throws is tried again the next time. @throws {LostLease} */
  renew: () => Promise<void>;
  /** Several times before it runs out; where this isn't told, it lasts a minute. */
  everyMs?: number;
  /** Work that is to end for another reason, too. */
  signal?: AbortSignal;
};

/**
 * Does work while a lease that was just taken is renewed. Nothing is renewed any more when this has come to
 * its end.
 * @param work is told to end when the lease is lost
 * @throws {LostLease} in place of what the work throws when it is
 */
export async function holdWhile<Result>(
  { renew, everyMs = 20_000, signal }: Hold,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const beat = newStep("a lease can't be renewed", async () => {
    try {
      await renew();
    } catch (error) {
      if (!(error instanceof LostLease)) throw error;
      clearInterval(timer);
      lost.abort(error);
    }
  });
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= beat().finally(() => {
      renewing = undefined;
    });
  }, everyMs);
  timer.unref();
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } catch (error) {
    lost.signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(timer);
    await renewing;
  }
}
