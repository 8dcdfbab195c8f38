export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const key = "earshot-speed";

/** The speed at which this browser listened last. */
export function recallSpeed(): number {
  try {
    const kept = Number(localStorage.getItem(key));
    return speeds.find((speed) => speed === kept) ?? 1;
  } catch {
    return 1;
  }
}

export function rememberSpeed(speed: number): void {
  try {
    localStorage.setItem(key, String(speed));
  } catch {
    // Storage can be forbidden; the speed then holds for this page only.
  }
}
