import "server-only";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { db } from "@/lib/platform/database/db";
import { describeApart } from "@/lib/platform/process/event-clock";
import { parseCursor, type RecordingFilter, writeCursor } from "@/lib/recordings/filter/filter";
import { toInstants } from "@/lib/settings/calendar-day";
import { unsavedPeriods } from "./listening-period";
import { type CoverageRange, findGaps, type GapQuery, type GapRow, unheard } from "./sql";
import { type GapListView, type GapView, type ListeningView, readSeries } from "./views";

/**
 * Gaps, the latest first. What several processes heard counts together. A campaign's silence in a
 * silence of all calls is listed once, as the latter.
 */
export async function listGaps(query: GapQuery): Promise<GapListView> {
  const found = await findGaps(query);
  const gaps = found.slice(0, query.most);
  const last = gaps.at(-1);
  return {
    gaps: gaps.map(toView),
    after: last && found.length > query.most ? toKey(last) : null,
  };
}

/**
 * The database's time, by which gaps are judged. `now` is null where this server's clock tells another one:
 * heartbeats may then be noted by either.
 */
export async function readGapClock(
  serverNow = new Date(),
): Promise<{ databaseNow: Date; now: Date | null }> {
  const databaseNow = await readDatabaseNow();
  return { databaseNow, now: describeApart(serverNow, databaseNow) ? null : databaseNow };
}

/** Since when it is known whether Earshot listened. */
export async function getListening(): Promise<ListeningView> {
  const unsaved = unsavedPeriods();
  const { _min: min, _max: max } = await db().listeningPeriod.aggregate({
    _min: { startedAt: true },
    _max: { lastBeatAt: true },
  });
  const starts = [min.startedAt?.getTime(), ...unsaved.map((period) => period.startedAtMs)];
  const beats = [max.lastBeatAt?.getTime(), ...unsaved.map((period) => period.lastBeatAtMs)];
  const sinceMs = Math.min(...starts.filter((ms) => ms !== undefined));
  const lastBeatMs = Math.max(...beats.filter((ms) => ms !== undefined));
  if (!Number.isFinite(sinceMs)) return null;
  return {
    sinceAt: new Date(sinceMs).toISOString(),
    lastBeatAt: new Date(lastBeatMs).toISOString(),
  };
}

function toKey({ series, from_micros }: GapRow): string {
  return writeCursor({ key: String(from_micros), id: series });
}

/** Which gap a key is of; null for what is no key. */
function readGapKey(key: string): { series: string; fromAt: Date } | null {
  const cursor = parseCursor(key, "-created_at");
  return cursor ? { series: cursor.id, fromAt: new Date(Number(cursor.key) / 1_000) } : null;
}

function toView(row: GapRow): GapView {
  const span = {
    key: toKey(row),
    fromAt: row.from_at.toISOString(),
    toAt: row.to_at.toISOString(),
    isOngoing: row.is_ongoing,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
  };
  return row.series === unheard
    ? { ...span, kind: "not-listening", wasStopped: row.was_stopped }
    : { ...span, kind: "silence", series: readSeries(row.series), expected: row.expected };
}

/** The time and the campaigns of a filter, whose days begin in this zone. */
export function toCoverageRange(
  { from, to, campaign: { include } }: RecordingFilter,
  timeZone: string,
): CoverageRange {
  const { startAt, endAt } = toInstants({ from, to }, timeZone);
  return {
    fromAt: startAt && new Date(startAt.epochMilliseconds),
    toAt: endAt && new Date(endAt.epochMilliseconds),
    campaigns: include.length > 0 ? include : null,
  };
}

/** From then on no list tells of these gaps, by the keys of their views. Idempotent. */
export async function acknowledgeGaps(keys: string[], acknowledgedBy: string): Promise<void> {
  const gaps = keys.flatMap((key) => readGapKey(key) ?? []);
  await db().acknowledgedGap.createMany({
    data: gaps.map((gap) => ({ ...gap, acknowledgedBy })),
    skipDuplicates: true,
  });
}

/** The lists tell of it again. Idempotent. */
export async function takeBackAcknowledgement(key: string): Promise<void> {
  const gap = readGapKey(key);
  if (gap) await db().acknowledgedGap.deleteMany({ where: gap });
}

/**
 * What may be missing among these calls, as one line of printable ASCII: the header
 * `Earshot-Coverage` and the last line of an export. docs/coverage.md says how it is read.
 */
export async function describeCoverage(range: CoverageRange, given?: Date): Promise<string> {
  const now = given ?? (await readGapClock()).now;
  const [listening, { gaps, after }] = await Promise.all([
    getListening(),
    listGaps({ ...range, most: mostCounted, now }),
  ]);
  return writeCoverage({ listening, gaps, areMore: after !== null, toAt: range.toAt });
}

const mostCounted = 1_000;

type Coverage = {
  listening: ListeningView;
  /** The latest first. */
  gaps: GapView[];
  /** There are more than these. */
  areMore: boolean;
  /** Where the time that is asked about ends; null: now. */
  toAt: Date | null;
};

/** Coverage as a dictionary of structured fields (RFC 8941), the latest gaps alone where many are. */
export function writeCoverage({ listening, gaps, areMore, toAt }: Coverage): string {
  const since = listening ? [`since="${toSeconds(listening.sinceAt)}"`] : [];
  const isUnknown = !listening || (toAt !== null && toAt <= new Date(listening.sinceAt));
  if (gaps.length === 0) return [isUnknown ? "unknown" : "complete", ...since].join(", ");

  const told: Record<GapView["kind"], string[]> = { "not-listening": [], silence: [] };
  let left = maxLength;
  for (const gap of gaps) {
    const item = writeGap(gap);
    left -= item.length + 1;
    if (left < 0) break;
    told[gap.kind].push(item);
  }
  const lists = Object.entries(told)
    .filter(([, items]) => items.length > 0)
    .map(([kind, items]) => `${kind}=(${items.join(" ")})`);
  const isCut = areMore || told.silence.length + told["not-listening"].length < gaps.length;
  return [`gaps=${gaps.length}`, ...(isCut ? ["cut"] : []), ...since, ...lists].join(", ");
}

/** Of the gaps together; proxies cut or refuse headers of more than a few thousand bytes. */
const maxLength = 3_000;
const maxCampaignLength = 300;

function writeGap(gap: GapView): string {
  const span = `"${toSeconds(gap.fromAt)}/${gap.isOngoing ? ".." : toSeconds(gap.toAt)}"`;
  if (gap.kind === "not-listening") return gap.wasStopped ? `${span};stopped` : span;
  return `${span}${describeSeries(gap.series)};expected=${gap.expected}`;
}

/** Percent-encoded, because a header holds ASCII alone. */
function describeSeries(series: Extract<GapView, { kind: "silence" }>["series"]): string {
  if (series.of === "all") return "";
  if (series.campaign === null) return ";no-campaign";
  return `;campaign="${encodeURIComponent(series.campaign.slice(0, maxCampaignLength).toWellFormed())}"`;
}

function toSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`;
}
