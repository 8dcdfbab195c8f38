export type Gate = {
  /** Waits until there is room. */
  enter(): Promise<void>;
  leave(): void;
};

/** Lets at most `limit` in at a time, in the order in which they came. */
export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    async enter() {
      if (inside < limit) inside += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    },
  };
}
