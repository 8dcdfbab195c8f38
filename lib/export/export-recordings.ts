import "server-only";
import { describeCoverage } from "@/lib/coverage/describe-coverage";
import { toCoverageRange } from "@/lib/coverage/to-coverage-range";
import { log, namesOfSet } from "@/lib/ops/log";
import { exportPool } from "@/lib/platform/database/db";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { fixDays } from "@/lib/recordings/filter/fix-days";
import { buildExport } from "./build-export";
import type { ExportFormat } from "./export-columns";
import type { ExportWish } from "./parse-export";
import { streamExport } from "./stream-export";

/** @throws while the database is away, or busy with as many exports as it may serve at once. */
export async function exportRecordings(
  asked: ExportWish,
  { timeZone, viewerId }: { timeZone: string; viewerId: string },
): Promise<Response> {
  const wish = { ...asked, filter: fixDays(asked.filter, { now: new Date(), timeZone }) };
  const coverage = await describeCoverage(toCoverageRange(wish.filter, timeZone));
  const body = await streamExport(exportPool(), {
    statement: buildExport(wish, timeZone),
    beginning: wish.withByteOrderMark ? "\uFEFF" : "",
    end: wish.withCoverage ? writeLastLine[wish.format](coverage.header) : "",
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
  const day = new Date().toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "Content-Type": contentTypes[wish.format],
      "Content-Disposition": `attachment; filename="recordings-${day}.${wish.format}"`,
      "Cache-Control": "no-store",
      "Earshot-Coverage": coverage.header,
    },
  });
}

/** In CSV one cell alone, which no row of several columns is; in JSON Lines an object of its own. */
const writeLastLine: Record<ExportFormat, (coverage: string) => string> = {
  csv: (coverage) => `"Earshot-Coverage: ${coverage.replaceAll('"', '""')}"\n`,
  jsonl: (coverage) => `${JSON.stringify({ "earshot-coverage": coverage })}\n`,
};

const contentTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/jsonl; charset=utf-8",
};
