import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readMigrations } from "./migrate";

/** What came up to it was applied before the rule. */
const baseline = "20261122150100_no_triggers";
const folder = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

test("no migration breaks the version before, or locks a table that holds rows", async () => {
  const names = (await readMigrations(folder)).map(({ name }) => name);
  expect(names).toContain(baseline);
  const later = (await readMigrations(folder)).filter(({ name }) => name > baseline);
  const faults = later.flatMap(({ name, sql }) => findFaults(sql).map((one) => `${name}: ${one}`));
  expect(faults).toEqual([]);
});

test.each([
  ["DROP TABLE recording", "drops"],
  ['DROP TYPE IF EXISTS "outcome"', "drops"],
  ["DROP FUNCTION recording_periods(timestamptz)", "drops"],
  ["DROP EXTENSION pg_trgm", "drops"],
  ["ALTER FUNCTION recording_periods RENAME TO periods", "renames"],
  ["REVOKE SELECT ON recording FROM PUBLIC", "takes away"],
  ['ALTER TABLE "recording" DROP COLUMN "summary"', "drops"],
  ["alter table recording add column a text,\n  drop summary", "drops"],
  ["DO $$ BEGIN DROP TABLE recording; END $$", "drops"],
  ['ALTER TABLE "recording" RENAME COLUMN "summary" TO "outline"', "renames"],
  ["ALTER TABLE recording RENAME TO call", "renames"],
  ["ALTER TYPE outcome RENAME VALUE 'stored' TO 'kept'", "renames"],
  ['ALTER TABLE "recording" ALTER COLUMN "campaign" SET NOT NULL', "sets a column NOT NULL"],
  ['ALTER TABLE "recording" ADD COLUMN "rank" INTEGER NOT NULL', "adds a column NOT NULL"],
  ["ALTER TABLE ONLY public.recording ADD rank numeric(9, 2) NOT NULL", "adds a column NOT NULL"],
  ['ALTER TABLE "recording" ALTER COLUMN "minutes_used" TYPE BIGINT', "changes a column's type"],
  ["ALTER TABLE recording ALTER minutes_used SET DATA TYPE bigint", "changes a column's type"],
  ["ALTER TABLE recording ADD CONSTRAINT positive CHECK (minutes_used >= 0)", "without NOT VALID"],
  ["ALTER TABLE session ADD FOREIGN KEY (user_id) REFERENCES other (id)", "without NOT VALID"],
  ['CREATE INDEX "i" ON "recording"("status")', "not CONCURRENTLY"],
  ["CREATE UNIQUE INDEX ON recording (status)", "not CONCURRENTLY"],
  ["CREATE TABLE other (id int); CREATE INDEX i ON recording (status)", "not CONCURRENTLY"],
  ["CREATE INDEX CONCURRENTLY i ON recording (status); SELECT 1", "alone"],
  ["CREATE TRIGGER derive AFTER INSERT ON recording EXECUTE FUNCTION derive()", "trigger"],
  ["CREATE OR REPLACE CONSTRAINT TRIGGER derive AFTER INSERT ON recording", "trigger"],
  ["LOCK TABLE recording IN SHARE MODE", "locks"],
  ["-- two-phase: it is small\nLOCK recording", "locks"],
  ["-- two-phase:\nDROP TABLE recording", "drops"],
  ["-- two-phase: the last to read it was 0.3\nSELECT 1; DROP TABLE recording", "drops"],
])("%j is refused", (sql, fault) => {
  expect(findFaults(sql)).toEqual([expect.stringContaining(fault)]);
});

test.each([
  'ALTER TABLE "recording" ADD COLUMN "rank" INTEGER',
  "ALTER TABLE recording ADD COLUMN rank INTEGER NOT NULL DEFAULT 0, ADD COLUMN note text",
  "ALTER TABLE recording ADD CONSTRAINT positive CHECK (minutes_used >= 0) NOT VALID",
  "ALTER TABLE recording VALIDATE CONSTRAINT positive",
  "ALTER TABLE recording DROP CONSTRAINT positive, ALTER campaign DROP NOT NULL",
  'CREATE TABLE "other" (id int NOT NULL); CREATE INDEX i ON "other" (id); ALTER TABLE other ADD PRIMARY KEY (id)',
  "CREATE INDEX CONCURRENTLY i ON recording (status)",
  "-- two-phase: the last to read it was 0.3\nALTER TABLE recording DROP COLUMN summary;",
  "-- DROP TABLE recording\nSELECT 'LOCK TABLE recording; DROP TABLE recording'",
  "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ LOCK TABLE recording; $$",
])("%j is allowed", (sql) => {
  expect(findFaults(sql)).toEqual([]);
});

type Statement = { text: string; isExcused: boolean };

function findFaults(sql: string): string[] {
  const statements = split(sql);
  const made = new Set(
    statements.flatMap(({ text }) => nameAfter(/^CREATE TABLE (?:IF NOT EXISTS )?/, text)),
  );
  const faults = statements.flatMap(({ text, isExcused }) => {
    const found = findFault(text, made);
    return found && !(found === drops && isExcused) ? [`${found}: ${text}`] : [];
  });
  const isAlone = statements.length === 1;
  const concurrent = statements.find(({ text }) => /\bCONCURRENTLY\b/.test(text));
  if (concurrent && !isAlone) faults.push(`must stand alone in its file: ${concurrent.text}`);
  return faults;
}

const drops = "drops what the version before may read; say why not: -- two-phase: ...";

function findFault(text: string, made: Set<string>): string | undefined {
  if (/\bDROP (TABLE|TYPE|FUNCTION|VIEW|EXTENSION|SCHEMA|OWNED)\b/.test(text)) return drops;
  if (/\bALTER (TABLE|TYPE|FUNCTION|SCHEMA)\b.*\bRENAME\b/.test(text)) return "renames";
  if (/^REVOKE\b/.test(text)) return "takes away what the version before has";
  if (/^CREATE (OR REPLACE )?(CONSTRAINT )?TRIGGER\b/.test(text)) return "makes a trigger";
  if (/^LOCK\b/.test(text) || /\bLOCK TABLE\b/.test(text)) return "locks a table";
  if (/^CREATE (UNIQUE )?INDEX\b/.test(text) && !/\bCONCURRENTLY\b/.test(text)) {
    const [table = ""] = nameAfter(/^.*? ON (?:ONLY )?/, text);
    if (!made.has(table)) return "makes an index, not CONCURRENTLY";
  }
  const [altered] = nameAfter(/^.*?\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?/, text);
  if (altered === undefined || made.has(altered)) return undefined;
  const actions = text.replace(/^.*?\bALTER TABLE (IF EXISTS )?(ONLY )?\S+ /, "");
  for (const action of splitAtCommas(actions)) {
    if (/^DROP (?!CONSTRAINT\b)/.test(action)) return drops;
    if (/\bSET NOT NULL\b/.test(action)) return "sets a column NOT NULL";
    if (/^ALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/.test(action)) return "changes a column's type";
    if (/^ADD (CONSTRAINT|PRIMARY|UNIQUE|FOREIGN|CHECK|EXCLUDE)\b/.test(action)) {
      if (!/\bNOT VALID\b|\bUSING INDEX\b/.test(action)) return "adds a rule without NOT VALID";
    } else if (/^ADD\b.*\bNOT NULL\b/.test(action) && !/\bDEFAULT\b/.test(action)) {
      return "adds a column NOT NULL without DEFAULT";
    }
  }
  return undefined;
}

/** The name without schema or quotes, behind what the pattern matches. */
function nameAfter(pattern: RegExp, text: string): string[] {
  const before = pattern.exec(text);
  if (!before) return [];
  const name = /^(?:"?\w+"?\.)?"?(\w+)"?/.exec(text.slice(before[0].length))?.[1];
  return name ? [name.toLowerCase()] : [];
}

/**
 * Statements in capitals and on one line, without comments, texts and the bodies of functions; of a DO
 * its body is what it does.
 */
function split(sql: string): Statement[] {
  const statements: Statement[] = [];
  const token =
    /--(?<comment>[^\n]*)|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(?<tag>\w*)\$(?<body>[\s\S]*?)\$\k<tag>\$|(?<end>;)|[^;'$/-]+|[\s\S]/g;
  let text = "";
  let isExcused = false;
  const finish = () => {
    const line = text.replace(/\s+/g, " ").trim().toUpperCase();
    if (line !== "") statements.push({ text: line, isExcused });
    text = "";
    isExcused = false;
  };
  for (const { 0: whole, groups = {} } of sql.matchAll(token)) {
    const { comment, body, end } = groups;
    if (end) finish();
    else if (comment !== undefined) {
      if (text.trim() === "") isExcused = /^ two-phase: \S/.test(comment);
    } else if (body !== undefined) text += /^\s*DO\b/i.test(text) ? body : "$$";
    else if (whole.startsWith("'")) text += "''";
    else if (!whole.startsWith("/*")) text += whole;
  }
  finish();
  return statements;
}

function splitAtCommas(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}
