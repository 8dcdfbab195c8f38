type Task<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs two tasks side by side. When one fails the other is told to stop, and it settles only when
 * both have: what one of them started is then known to whoever must close it.
 */
export async function together<A, B>(
  outer: AbortSignal,
  one: Task<A>,
  other: Task<B>,
): Promise<[A, B]> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const run = async <T>(task: Task<T>): Promise<T> => {
    try {
      return await task(signal);
    } catch (error) {
      // Only the first reason is kept: what fails after it fails because of it.
      failure.abort(error);
      throw error;
    }
  };
  const running = [run(one), run(other)] as const;
  await Promise.allSettled(running);
  failure.signal.throwIfAborted();
  return Promise.all(running);
}
