import { texts } from "@/lib/language/texts";
import type { RecordingFilter, RecordingSort } from "@/lib/recordings/filter/filter";
import { listParameters, parseRecordingQuery } from "@/lib/recordings/filter/filter-url";

/**
 * What an export can hold, under the names of the calling service's interface, in its order; behind
 * that under which names status and campaign count, and what people have said of a call.
 */
export const exportColumns = [
  "id",
  "minutes_used",
  "call_sid",
  "recording_attachment",
  "campaign",
  "customer.details.id",
  "customer.details.first_name",
  "customer.details.last_name",
  "customer.details.phone_number",
  "customer.details.gender",
  "customer.details.email",
  "customer.details.type",
  "customer.details.is_confirmed",
  "customer.details.is_phone_number_correct",
  "customer.roster_attachment",
  "has_transcript",
  "summary",
  "created_at",
  "status",
  "extra",
  "status_name",
  "campaign_name",
  "tags",
  "review",
  "notes",
  "transcript.language",
  "transcript.text",
] as const;

export type ExportColumn = (typeof exportColumns)[number];

const exportFormats = ["csv", "jsonl", "excel"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What stands in a file beside what calls and people say. */
export const exportFileTexts = texts("exportFile", {
  formerMember: "Former member",
  /** The moment of a call that a note is about: "at 1:00:42". */
  at: (moment: string) => `at ${moment}`,
});

export type ExportWish = {
  filter: RecordingFilter;
  sort: RecordingSort;
  format: ExportFormat;
  /** In the order of the interface, at least one. */
  columns: ExportColumn[];
  /** Adds what may have been missed as a last line. */
  withCoverage: boolean;
  /** Begins with a byte order mark, without which Excel takes UTF-8 for something else. */
  withByteOrderMark: boolean;
};

/** What is wrong with a parameter, in the words of the answer. */
export function wordExportFault({ parameter, value, expected }: ExportFault): string {
  return `${parameter}=${value}: expected ${expected}`;
}

type ExportFault = { parameter: string; value: string; expected: string };

/**
 * Reads an export's URL: the list's parameters, of which its page and what is open beside it mean
 * nothing here, and its own. In
 * contrast to a page it refuses what it can't read: a file must not hold more than was asked for.
 */
export function parseExport(
  parameters: URLSearchParams,
): { wish: ExportWish } | { faults: ExportFault[] } {
  const filtering = new URLSearchParams(
    [...parameters].filter(([name]) => !pagingParameters.has(name) && name !== "columns"),
  );
  const { filter, page, unread } = parseRecordingQuery(filtering);
  const faults: ExportFault[] = unread.map((one) => ({
    ...one,
    expected: expectedOf[one.parameter] ?? "one value that the list knows",
  }));
  for (const name of new Set(parameters.keys())) {
    if (knownParameters.has(name)) continue;
    const value = parameters.get(name) ?? "";
    faults.push({ parameter: name, value, expected: "no such parameter" });
  }

  const format = readFormat(parameters, faults);
  const columns = readColumns(parameters, faults);
  const withCoverage = readSwitch(parameters, "coverage", faults);
  const withByteOrderMark = readSwitch(parameters, "bom", faults) && format === "csv";
  if (faults.length > 0) return { faults };
  return { wish: { filter, sort: page.sort, format, columns, withCoverage, withByteOrderMark } };
}

const pagingParameters = new Set(["after", "before", "limit", "open", "show"]);
const ownParameters = ["format", "columns", "coverage", "bom"];
const knownParameters = new Set([...listParameters, ...ownParameters]);

const expectedOf: Record<string, string> = {
  from: "a day, YYYY-MM-DD, with no days beside it",
  to: "a day, YYYY-MM-DD, with no days beside it",
  days: "today, yesterday, last-7-days and the like, or this or last week, month or year",
  transcript: "true, false or ~ for empty",
  confirmed: "true, false or ~ for empty",
  phone_ok: "true, false or ~ for empty",
  incomplete: "true, false or ~ for empty",
  minutes: "a range: 2..10, 5.. or ..1",
  sort: "-created_at, created_at, -minutes_used or minutes_used",
};

function readFormat(parameters: URLSearchParams, faults: ExportFault[]): ExportFormat {
  const value = parameters.get("format") ?? "csv";
  const format = exportFormats.find((known) => known === value);
  if (!format) faults.push({ parameter: "format", value, expected: "csv, jsonl or excel" });
  return format ?? "csv";
}

/** Repeated, or several in one with commas; none means all. */
function readColumns(parameters: URLSearchParams, faults: ExportFault[]): ExportColumn[] {
  const names = parameters
    .getAll("columns")
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const value of new Set(names)) {
    if (exportColumns.some((known) => known === value)) continue;
    faults.push({ parameter: "columns", value, expected: `some of ${exportColumns.join(", ")}` });
  }
  const chosen = exportColumns.filter((column) => names.includes(column));
  return chosen.length > 0 ? chosen : [...exportColumns];
}

function readSwitch(
  parameters: URLSearchParams,
  parameter: string,
  faults: ExportFault[],
): boolean {
  const value = parameters.get(parameter) ?? "0";
  if (value !== "0" && value !== "1") faults.push({ parameter, value, expected: "0 or 1" });
  return value === "1";
}
