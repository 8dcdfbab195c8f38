import "server-only";
import { escapeLiteral } from "pg";
import { buildOrder, buildWhere } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import {
  type ExportColumn,
  type ExportFormat,
  type ExportWish,
  exportFileTexts,
} from "./parse-export";
import { cellStyles } from "./write-workbook";

/**
 * The COPY that writes an export's lines. PostgreSQL quotes and counts, so that a row costs the
 * server process next to nothing. @throws for a filter with a value of a kind that none holds
 */
export function buildExport({ filter, sort, format, columns }: ExportWish, zone: string): string {
  const calls =
    toLiteralSql(Prisma.sql`FROM recording WHERE ${buildWhere(filter, { timeZone: zone })}
    ORDER BY ${buildOrder(sort)}`);
  // Each value is read once, however often it stands in a cell: OFFSET keeps the two apart.
  const readOnce = (read: (column: ExportColumn) => string) =>
    `(SELECT ${columns.map((column) => `${read(column)} AS "${column}"`).join(", ")} ${calls} OFFSET 0) calls`;
  const ofFormat: Record<ExportFormat, string> = {
    csv: `(SELECT ${columns.map(toCell).join(", ")} FROM ${readOnce(readColumn)})
      TO STDOUT (HEADER, FORCE_QUOTE *,`,
    jsonl: `(SELECT row_to_json(line) FROM (SELECT ${toNested(columns)} ${calls}) line)
      TO STDOUT (${asItIs},`,
    excel: `(SELECT ${holdInXml("line")} FROM (SELECT ${toWorkbookRow(columns, zone)} AS line
      FROM ${readOnce(readForWorkbook)} OFFSET 0) lines) TO STDOUT (${asItIs},`,
  };
  return `COPY ${ofFormat[format]} FORMAT csv, ENCODING 'UTF8')`;
}

/** Neither JSON text nor a row of a workbook holds these, so nothing is quoted. */
const asItIs = "QUOTE E'\\x01', DELIMITER E'\\x02'";

type SaidColumn = Extract<ExportColumn, "tags" | "review" | "notes">;

const tagsOfCall = `FROM recording_tag JOIN tag ON tag.key = tag_key
  WHERE recording_tag.recording_id = recording.id AND is_on AND tag.deleted_at IS NULL`;
const reviewOfCall = `FROM review LEFT JOIN "user" ON "user".id = reviewed_by
  WHERE review.recording_id = recording.id AND is_current AND state IS NOT NULL`;
const notesOfCall = `FROM note LEFT JOIN "user" ON "user".id = author_id
  WHERE note.recording_id = recording.id AND note.deleted_at IS NULL`;
const transcriptOfCall = `FROM transcript
  WHERE transcript.recording_id = recording.id AND is_current`;
const inOrder = "ORDER BY note.created_at, note.id";
const toInstant = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** `0:42`, and from an hour on `1:00:42`. */
const moment = `CASE WHEN at_ms < 3600000 THEN '' ELSE at_ms / 3600000 || ':' END
  || to_char(at_ms / 60000 % 60, CASE WHEN at_ms < 3600000 THEN 'FM90' ELSE 'FM00' END)
  || ':' || to_char(at_ms / 1000 % 60, 'FM00')`;

/**
 * A query about a call that only those with a row in this table need: of few rows PostgreSQL keeps the ids
 * in memory, and looks for nothing else of the other calls.
 */
function ofCallsIn(table: "recording_tag" | "review" | "note", query: string): string {
  return `CASE WHEN EXISTS (SELECT FROM ${table} WHERE ${table}.recording_id = recording.id)
    THEN ${query} END`;
}

/** What people have said of a call, as one text each; null where nobody did. */
const tagsAsText = ofCallsIn(
  "recording_tag",
  `(SELECT string_agg(tag.name, '; ' ORDER BY tag.name, tag.key) ${tagsOfCall})`,
);

/** The review with its reason, and who gave it when. */
function sayReview(): string {
  return ofCallsIn(
    "review",
    `(SELECT state::text || CASE WHEN reason = '' THEN '' ELSE ': ' || reason END
    || ' (' || ${sayAuthor()} || ', ' || ${toInstant("reviewed_at")} || ')' ${reviewOfCall})`,
  );
}

const sayAuthor = () => `coalesce("user".name, ${escapeLiteral(exportFileTexts().formerMember)})`;

/** The notes as one text, in the language of who asks for it. */
function sayNotes(): string {
  const t = exportFileTexts();
  const [before = "", after = ""] = t.at("\n").split("\n");
  const at = `${escapeLiteral(`, ${before}`)} || ${moment} || ${escapeLiteral(after)}`;
  return ofCallsIn(
    "note",
    `(SELECT string_agg(${sayAuthor()} || ', ' || ${toInstant("note.created_at")}
    || coalesce(${at}, '') || ': ' || text, E'\\n' ${inOrder}) ${notesOfCall})`,
  );
}

/** The same as JSON has it. */
const asJson: Record<SaidColumn, string> = {
  tags: ofCallsIn(
    "recording_tag",
    `(SELECT json_agg(tag.name ORDER BY tag.name, tag.key) ${tagsOfCall})`,
  ),
  review: ofCallsIn(
    "review",
    `(SELECT json_build_object('state', state, 'reason', reason, 'by', "user".name,
    'at', ${toInstant("reviewed_at")}) ${reviewOfCall})`,
  ),
  notes: ofCallsIn(
    "note",
    `(SELECT json_agg(json_build_object('id', note.id, 'reply_to', reply_to_id, 'text', text,
    'seconds', at_ms / 1000.0, 'by', "user".name, 'at', ${toInstant("note.created_at")},
    'edited', ${toInstant("edited_at")}) ${inOrder}) ${notesOfCall})`,
  ),
};

/**
 * What a value is called: the name that it shares with others or was given, else itself. The names of
 * a field are read once for the whole file.
 */
const toNameOf = (field: "status" | "campaign") =>
  `coalesce((SELECT jsonb_object_agg(value, display_name) FROM vocabulary_term
    WHERE field = '${field}' AND display_name IS NOT NULL) ->> ${field}, ${field})`;

/** How a column is read that the ledger doesn't have as it is, as what JSON has for it. */
const expressions: Partial<Record<ExportColumn, string>> = {
  "customer.roster_attachment": "roster_attachment",
  created_at: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  status_name: toNameOf("status"),
  campaign_name: toNameOf("campaign"),
  tags: tagsAsText,
  get review() {
    return sayReview();
  },
  get notes() {
    return sayNotes();
  },
  "transcript.language": `(SELECT nullif(language, '') ${transcriptOfCall})`,
  "transcript.text": `(SELECT text ${transcriptOfCall})`,
};

function readColumn(column: ExportColumn): string {
  return expressions[column] ?? column.replace("customer.details.", "customer_");
}

/** Where JSON has more than text for it. */
const nestedExpressions: Partial<Record<ExportColumn, string>> = asJson;

/**
 * What a spreadsheet would run, it shows: behind an apostrophe. One that stands there already gets
 * another, so that taking the first away gives back what there was.
 */
function toCell(column: ExportColumn): string {
  if (column === "extra") return "nullif(extra, '{}') AS extra";
  const value = `"${column}"::text`;
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
    if (leaf) return `${nestedExpressions[leaf] ?? readColumn(leaf)} AS "${name}"`;
    const inner = columns.filter((column) => column.startsWith(`${path}.`));
    return `(SELECT part FROM (SELECT ${toNested(inner, `${path}.`)}) part) AS "${name}"`;
  });
  return parts.join(", ");
}

/**
 * A row of a workbook in one line. Text is text there: no spreadsheet takes it for a formula, a number
 * or a date, so that nothing need stand before it.
 */
function toWorkbookRow(columns: ExportColumn[], timeZone: string): string {
  const cells = columns.map((column) => {
    if (column === "minutes_used")
      return "coalesce('<c><v>' || minutes_used || '</v></c>', '<c/>')";
    if (flags.includes(column)) {
      return `coalesce('<c t="b"><v>' || "${column}"::int || '</v></c>', '<c/>')`;
    }
    if (column === "created_at") return toInstantCell(timeZone);
    const value = column === "extra" ? "nullif(extra, '{}')::text" : `"${column}"`;
    return `coalesce(${toTextCell(value)}, '<c/>')`;
  });
  return `'<row>' || ${cells.join(" || ")} || '</row>'`;
}

/** A time stays one, so that a cell can count its days. */
function readForWorkbook(column: ExportColumn): string {
  return column === "created_at" ? column : readColumn(column);
}

/** What XML can't hold is replaced, and `_x0041_` in a text would be read as the character A. */
function holdInXml(line: string): string {
  const oneBreak = `replace(replace(${line}, E'\\r\\n', E'\\n'), E'\\r', E'\\n')`;
  const held = `translate(${oneBreak}, ${noXml}, repeat(U&'\\FFFD', length(${noXml})))`;
  const plain = `CASE WHEN strpos(${line}, '_x') = 0 THEN ${held}
    ELSE regexp_replace(${held}, '_(?=x[0-9A-Fa-f]{4}_)', '_x005F_', 'g') END`;
  return `replace(${plain}, E'\\n', '&#10;')`;
}

const flags: ExportColumn[] = [
  "customer.details.is_confirmed",
  "customer.details.is_phone_number_correct",
  "has_transcript",
];

/** All control characters but tab and line breaks, and two that are none. */
const noXml = `U&'${[...Array(32).keys(), 0xfffe, 0xffff]
  .filter((code) => code > 0 && ![9, 10, 13].includes(code))
  .map((code) => `\\${code.toString(16).padStart(4, "0")}`)
  .join("")}'`;

/** A cell holds 32,767 UTF-16 units; a text that has more ends with an ellipsis. */
function toTextCell(value: string): string {
  const cut = `CASE WHEN length(${value}) <= 16383 THEN ${value}
    WHEN ${value} ~ '[\\U00010000-\\U0010FFFF]' THEN left(${value}, 16383) || '…'
    WHEN length(${value}) > 32767 THEN left(${value}, 32766) || '…' ELSE ${value} END`;
  const escaped = `replace(replace(replace(${cut}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
  return `'<c t="inlineStr" s="${cellStyles.text}"><is><t xml:space="preserve">' || ${escaped} || '</t></is></c>'`;
}

/** Days since the end of 1899, as spreadsheets count them, on the viewer's clock. */
function toInstantCell(timeZone: string): string {
  const local = `(created_at AT TIME ZONE ${escapeLiteral(timeZone)})`;
  const days = `(extract(epoch FROM ${local}) / 86400 + 25569)::numeric(16, 10)`;
  return `CASE WHEN ${local} >= '1900-03-01' AND ${local} < '10000-01-01'
    THEN '<c s="${cellStyles.instant}"><v>' || ${days} || '</v></c>'
    ELSE ${toTextCell(`to_char(${local}, 'YYYY-MM-DD HH24:MI:SS')`)} END`;
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
