import "server-only";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { describeCoverage, toCoverageRange } from "@/lib/coverage/gaps";
import { log, namesOfSet } from "@/lib/ops/log";
import { streamPieces } from "@/lib/platform/answer";
import { exportPool } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { resolveFilter, toToday } from "@/lib/recordings/filter/resolve-dates";
import type { ExportColumn, ExportFormat, ExportWish } from "./parse-export";
import { buildExport } from "./sql";
import { writeWorkbook } from "./write-workbook";

/** @throws while the database is away, or busy with as many exports as it may serve at once. */
export async function exportRecordings(
  asked: ExportWish,
  { timeZone, viewerId }: { timeZone: string; viewerId: string },
): Promise<Response> {
  const clock = { now: new Date(), timeZone };
  const wish = { ...asked, filter: resolveFilter(asked.filter, viewerId, clock) };
  const coverage = await describeCoverage(toCoverageRange(wish.filter, timeZone));
  const lastLine = wish.withCoverage ? writeLastLine[wish.format](coverage) : "";
  const isWorkbook = wish.format === "excel";
  const body = await streamExport(exportPool(), {
    statement: buildExport(wish, timeZone),
    beginning: wish.withByteOrderMark ? "\uFEFF" : "",
    end: isWorkbook ? "" : lastLine,
    pack: isWorkbook
      ? (lines) => writeWorkbook(lines, { head: toHead(wish.columns, timeZone), note: lastLine })
      : null,
  });
  const { format, columns } = wish;
  log().info(
    {
      by: viewerId,
      format,
      columns: columns.length,
      filteredBy: namesOfSet(wish.filter, emptyFilter),
    },
    "recordings are exported",
  );
  return new Response(body, {
    headers: {
      "Content-Type": contentTypes[wish.format],
      "Content-Disposition": `attachment; filename="recordings-${toToday(clock)}.${isWorkbook ? "xlsx" : format}"`,
      "Cache-Control": "no-store",
      "Earshot-Coverage": coverage,
    },
  });
}

/** Times of a workbook are those of a clock, and its head says of which. */
function toHead(columns: ExportColumn[], timeZone: string): string[] {
  return columns.map((column) => (column === "created_at" ? `created_at (${timeZone})` : column));
}

/** In CSV one cell alone, which no row of several columns is; in JSON Lines an object of its own. */
const writeLastLine: Record<ExportFormat, (coverage: string) => string> = {
  csv: (coverage) => `"Earshot-Coverage: ${coverage.replaceAll('"', '""')}"\n`,
  jsonl: (coverage) => `${JSON.stringify({ "earshot-coverage": coverage })}\n`,
  excel: (coverage) => `Earshot-Coverage: ${coverage}`,
};

const contentTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/jsonl; charset=utf-8",
  excel: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

type ExportParts = {
  /** A statement of COPY … TO STDOUT. */
  statement: string;
  /** What stands before and after its lines. */
  beginning: string;
  end: string;
  /** What the lines are packed into; null: they go as they are. */
  pack: ((lines: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array, undefined>) | null;
};

/**
 * Streams a COPY as fast as it is read, and no faster: memory doesn't grow with its size. It breaks
 * off with an error when the database does, or when nobody has read from it for a minute or reads it
 * very slowly, because an open snapshot keeps the database from tidying up. @throws when it can't even
 * begin.
 */
export async function streamExport(
  pool: Pool,
  parts: ExportParts,
  limits: Limits = budgets.exportReading,
): Promise<ReadableStream<Uint8Array>> {
  const lines = readPieces(await connect(pool), parts, limits);
  return streamPieces(parts.pack?.(lines) ?? lines);
}

/** A connection that answers: one that was kept may have gone silent meanwhile. */
async function connect(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query({ text: "SELECT", query_timeout: answerMs } as QueryConfig);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function* readPieces(
  client: PoolClient,
  { statement, beginning, end }: ExportParts,
  { leastBytesPerSecond, graceSeconds }: Limits,
): AsyncGenerator<Uint8Array, undefined> {
  const copy = client.query(copyTo(statement));
  // Told to the loop below; once that is over, the end of the connection is no news.
  copy.on("error", () => undefined);
  let isFinished = false;
  let isReleased = false;
  const release = () => {
    copy.destroy();
    // A COPY can't be ended politely in its middle, so its connection goes with it.
    if (!isReleased) client.release(!isFinished);
    isReleased = true;
  };
  try {
    let before = beginning;
    let [bytes, waitedSeconds] = [0, 0];
    for await (const piece of copy) {
      const timer = setTimeout(release, timeoutMs);
      const beganMs = performance.now();
      yield before ? Buffer.concat([Buffer.from(before), piece]) : piece;
      clearTimeout(timer);
      bytes += piece.length;
      waitedSeconds += (performance.now() - beganMs) / 1_000;
      if (waitedSeconds > graceSeconds && bytes < leastBytesPerSecond * waitedSeconds) release();
      before = "";
      if (isReleased) throw new Error("nobody read this export, or too slowly");
    }
    isFinished = true;
    // Whoever takes their time with the last piece keeps no connection.
    release();
    if (end) yield Buffer.from(end);
  } finally {
    release();
  }
}

type Limits = { leastBytesPerSecond: number; graceSeconds: number };

const answerMs = 5_000;
const timeoutMs = 60_000;
