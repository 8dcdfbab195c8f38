/** Lets a loop sleep until it is rung or the time is over. */
export function newBell() {
  let isRung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring: () => {
      isRung = true;
      wakeUp?.();
    },
    wait: async (timeoutMs: number, { evenIfRung = false } = {}) => {
      if (!isRung || evenIfRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          if (evenIfRung) return;
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wakeUp = undefined;
      isRung = false;
    },
  };
}
