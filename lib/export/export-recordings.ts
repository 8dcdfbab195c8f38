import "server-only";
import { describeCoverage } from "@/lib/coverage/describe-coverage";
import { toCoverageRange } from "@/lib/coverage/queries";
import { log, namesOfSet } from "@/lib/ops/log";
import { exportPool } from "@/lib/platform/database/db";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { resolveDates, resolveViewer, toToday } from "@/lib/recordings/filter/resolve-dates";
import type { ExportColumn, ExportFormat } from "./export-columns";
import { buildExport } from "./export-statement";
import type { ExportWish } from "./parse-export";
import { streamExport } from "./stream-export";
import { writeWorkbook } from "./write-workbook";

/** @throws while the database is away, or busy with as many exports as it may serve at once. */
export async function exportRecordings(
  asked: ExportWish,
  { timeZone, viewerId }: { timeZone: string; viewerId: string },
): Promise<Response> {
  const clock = { now: new Date(), timeZone };
  const wish = { ...asked, filter: resolveDates(resolveViewer(asked.filter, viewerId), clock) };
  const coverage = await describeCoverage(toCoverageRange(wish.filter, timeZone));
  const lastLine = wish.withCoverage ? writeLastLine[wish.format](coverage.header) : "";
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
      "Earshot-Coverage": coverage.header,
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
