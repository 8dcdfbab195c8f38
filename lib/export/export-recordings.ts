import "server-only";
import { escapeLiteral } from "pg";
import { describeCoverage } from "@/lib/coverage/describe-coverage";
import { toCoverageRange } from "@/lib/coverage/to-coverage-range";
import { log, namesOfSet } from "@/lib/ops/log";
import { exportPool } from "@/lib/platform/database/db";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { fixDays } from "@/lib/recordings/filter/fix-days";
import { buildOrder } from "@/lib/recordings/sql/order";
import { buildWhere } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import type { ExportColumn, ExportFormat } from "./export-columns";
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

/**
 * The COPY that writes an export's lines. PostgreSQL quotes and counts, so that a row costs the
 * server process nothing but passing its bytes on.
 */
function buildExport({ filter, sort, format, columns }: ExportWish, timeZone: string): string {
  const rows = Prisma.sql`FROM recording WHERE ${buildWhere(filter, { timeZone })}
    ORDER BY ${buildOrder(sort)}`;
  return format === "csv"
    ? `COPY (SELECT ${columns.map(toCell).join(", ")} ${toLiteralSql(rows)})
       TO STDOUT (FORMAT csv, HEADER, ENCODING 'UTF8')`
    : // JSON text holds no control character, so these never occur and nothing is quoted.
      `COPY (SELECT row_to_json(line) FROM (SELECT ${toNested(columns)} ${toLiteralSql(rows)}) line)
       TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02', ENCODING 'UTF8')`;
}

/** How a column is read, as what JSON has for it. */
const expressions: Record<ExportColumn, string> = {
  id: "id",
  minutes_used: "minutes_used",
  call_sid: "call_sid",
  recording_attachment: "recording_attachment",
  campaign: "campaign",
  "customer.details.id": "customer_id",
  "customer.details.first_name": "customer_first_name",
  "customer.details.last_name": "customer_last_name",
  "customer.details.phone_number": "customer_phone_number",
  "customer.details.gender": "customer_gender",
  "customer.details.email": "customer_email",
  "customer.details.type": "customer_type",
  "customer.details.is_confirmed": "customer_is_confirmed",
  "customer.details.is_phone_number_correct": "customer_is_phone_number_correct",
  "customer.roster_attachment": "roster_attachment",
  has_transcript: "has_transcript",
  summary: "summary",
  created_at: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  status: "status",
  extra: "extra",
};

/**
 * What a spreadsheet would run, it shows: behind an apostrophe. One that stands there already gets
 * another, so that taking the first away gives back what there was.
 */
function toCell(column: ExportColumn): string {
  if (column === "extra") return "nullif(extra, '{}') AS extra";
  const value = `(${expressions[column]})::text`;
  const isDangerous = `ascii(${value}) IN (${dangerousBeginnings.join(", ")})`;
  return `CASE WHEN ${isDangerous} THEN '''' || ${value} ELSE ${value} END AS "${column}"`;
}

/** = + - @, tab, line feed, carriage return, the apostrophe, and = + - @ in full width. */
const dangerousBeginnings = [..."=+-@\t\n\r'＝＋－＠"].map((character) => character.codePointAt(0));

/** `customer.details.id` becomes a row in a row, which JSON shows as objects. */
function toNested(columns: ExportColumn[], prefix = ""): string {
  const names = new Set(columns.map((column) => column.slice(prefix.length).split(".")[0] ?? ""));
  const parts = [...names].map((name) => {
    const path = `${prefix}${name}`;
    const leaf = columns.find((column) => column === path);
    if (leaf) return `${expressions[leaf]} AS "${name}"`;
    const inner = columns.filter((column) => column.startsWith(`${path}.`));
    return `(SELECT part FROM (SELECT ${toNested(inner, `${path}.`)}) part) AS "${name}"`;
  });
  return parts.join(", ");
}

/**
 * A statement with its values written into it, for COPY, which takes no parameters.
 * @throws for a value of a kind that no filter holds
 */
export function toLiteralSql({ strings, values }: Prisma.Sql): string {
  return strings.reduce((text, next, index) => `${text}${toLiteral(values[index - 1])}${next}`);
}

function toLiteral(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return escapeLiteral(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return `ARRAY[${value.map(escapeLiteral).join(", ")}]::text[]`;
  }
  throw new TypeError(`No literal for a ${typeof value}`);
}
