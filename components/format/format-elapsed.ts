/** A span of time as a clock shows it: 1:05, 1:02:09. */
export function formatElapsed(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** A span of time as one says it: "1 minute 5 seconds". */
export function sayElapsed(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  const parts = [say(hours, "hour"), say(minutes, "minute"), say(rest, "second")];
  return parts.filter(Boolean).join(" ") || "0 seconds";
}

function split(seconds: number) {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    rest: whole % 60,
  };
}

function say(value: number, unit: string): string {
  return value === 0 ? "" : `${value} ${unit}${value === 1 ? "" : "s"}`;
}
