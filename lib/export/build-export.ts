import { buildOrder } from "@/lib/recordings/sql/build-order";
import { buildWhere } from "@/lib/recordings/sql/build-where";
import { Prisma } from "@/prisma/client/client";
import type { ExportColumn } from "./export-columns";
import { toLiteralSql } from "./literal-sql";
import type { ExportWish } from "./parse-export";

/**
 * The COPY that writes an export's lines. PostgreSQL quotes and counts, so that a row costs the
 * server process nothing but passing its bytes on.
 */
export function buildExport(
  { filter, sort, format, columns }: ExportWish,
  timeZone: string,
): string {
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
