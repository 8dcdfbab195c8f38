const everyMs = 2_000;
/** Shares of a processor: what counts as a rush, and how much of its height is left when it is over. */
const rushShare = 0.2;
const restShare = 0.5;

/**
 * Collects once a rush is over, for the life of this process: V8 itself gives back what one has left only
 * when it needs the room. Does nothing where Node was started without `--expose-gc`.
 */
export function giveMemoryBack() {
  let before = process.cpuUsage();
  let highest = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const share = (user + system) / 1_000 / everyMs;
    highest = Math.max(highest, share);
    if (highest < rushShare || share > highest * restShare) return;
    highest = 0;
    globalThis.gc?.();
  }, everyMs).unref();
}
