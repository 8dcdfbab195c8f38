import { Temporal } from "temporal-polyfill";

/** An hour of a zone's clock. Where the clock is set back it lasts two, where it is set forward none. */
export type WatchedHour = {
  /** What the clock shows at its beginning, in milliseconds as if it were UTC. */
  wallMs: number;
  startMs: number;
  /** Of one that still runs, now. */
  endMs: number;
  /** How much of it is over and was listened to, from 0 to 1. */
  watchedShare: number;
};

export type Span = { fromMs: number; toMs: number };

export const hourMs = 3_600_000;

/** The hours of a zone that touch a span; those that its clock leaves out are left out. */
export function layOutHours(span: Span, timeZone: string, unheard: Span[]): WatchedHour[] {
  const firstWallMs = Math.floor(toWall(span.fromMs, timeZone) / hourMs) * hourMs;
  const count = Math.ceil((toWall(span.toMs, timeZone) - firstWallMs) / hourMs);
  const walls = Array.from({ length: Math.max(count, 0) + 1 }, (_, n) => firstWallMs + n * hourMs);
  const toInstant = newClock(timeZone);
  const starts = walls.map(toInstant);
  return walls.slice(0, -1).flatMap((wallMs, n) => {
    const [startMs, fullMs] = [starts[n] ?? 0, starts[n + 1] ?? 0];
    const endMs = Math.min(fullMs, span.toMs);
    if (endMs <= startMs) return [];
    const unheardMs = unheard
      .map(({ fromMs, toMs }) => Math.min(toMs, endMs) - Math.max(fromMs, startMs))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0);
    const watchedShare = Math.max(0, endMs - startMs - unheardMs) / (fullMs - startMs);
    return [{ wallMs, startMs, endMs, watchedShare }];
  });
}

const dayMs = 24 * hourMs;

/** When the zone's clock shows a time. Only days of more or fewer hours are asked for each of them. */
function newClock(timeZone: string): (wallMs: number) => number {
  const offsets = new Map<number, number | null>();
  return (wallMs) => {
    const day = Math.floor(wallMs / dayMs) * dayMs;
    let offset = offsets.get(day);
    if (offset === undefined) {
      const [start, end] = [fromWall(day, timeZone), fromWall(day + dayMs, timeZone)];
      offset = end - start === dayMs ? day - start : null;
      offsets.set(day, offset);
    }
    return offset === null ? fromWall(wallMs, timeZone) : wallMs - offset;
  };
}

function toWall(instantMs: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds;
}

function fromWall(wallMs: number, timeZone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC");
  return wall.toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;
}
