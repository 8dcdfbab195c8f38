/** A fault that a person can mend: shown as its message and remedy, without a stack. */
export class StartupError extends Error {
  constructor(fault: string, remedy: string, options?: ErrorOptions) {
    super(`${fault}\n${remedy}`, options);
    this.name = "StartupError";
  }
}

/** What the driver threw, without its code: Prisma makes an error of its own of whatever has one. */
export class DatabaseFault extends Error {
  override name = "DatabaseFault";

  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

/** The SQLSTATE of a database error, undefined for any other; EPIPE is none. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof DatabaseFault) return sqlStateOf(error.cause);
  const code = codeOf(error);
  return code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** An SQLSTATE, or the operating system's word, as ECONNREFUSED. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof DatabaseFault) return codeOf(error.cause);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Lost to somebody else who wrote at the same time: the same transaction may well succeed again. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(sqlStateOf(error) ?? "");
}

/** There is a row of the same key, or another one that must not be beside this. */
export function isDuplicateKey(error: unknown): boolean {
  return sqlStateOf(error) === "23505";
}

/** What somebody else holds was not let go in time, or two wait for each other. */
export function isHeld(error: unknown): boolean {
  return ["55P03", "40P01"].includes(sqlStateOf(error) ?? "");
}

/** The user of the database lacks the right to it. */
export function isForbidden(error: unknown): boolean {
  return sqlStateOf(error) === "42501";
}

/** Data exceptions, broken constraints and exceeded limits lie in the content, not in the database. */
export function isRefusedContent(error: unknown): boolean {
  return /^(22|23|54)/.test(sqlStateOf(error) ?? "");
}

/** What the database says of a statement, or that this takes too much memory; not of its connection or its room. */
export function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !/^(08|28|3D|40|53(?![24])|55|57|58)/.test(state);
}

/** What one statement meets and others need not: a damaged file, or what somebody else uses. */
export function isObstacle(error: unknown): boolean {
  return /^(40|55|58)/.test(sqlStateOf(error) ?? "");
}

/** A table or a column is missing, is another one, or may not be used. */
export function isSchemaFault(error: unknown): boolean {
  return /^(3F|42)/.test(sqlStateOf(error) ?? "");
}

/** It can't be asked at the moment: it is down, starting, stopping, full of connections or too slow. */
export function isAway(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined)
    return /^(08(?!P01)|57P0[123]$|53300$)/.test(state) || timeoutOf(error) !== undefined;
  if (error instanceof AggregateError) return error.errors.some(isAway);
  return (
    networkCodes.has(codeOf(error) ?? "") ||
    (error instanceof Error && driverWords.test(error.message))
  );
}

/** A connection broke while something was asked on it: the database ended it, or died, or the network did. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof DatabaseFault) return isLostConnection(error.cause);
  const state = sqlStateOf(error);
  if (state !== undefined) return /^57P0[12]$/.test(state);
  if (!(error instanceof Error)) return false;
  if ("syscall" in error && error.syscall === "connect") return false;
  return ["ECONNRESET", "EPIPE"].includes(codeOf(error) ?? "") || brokenWords.test(error.message);
}

const brokenWords = /^Connection terminated(?! due to connection timeout)/;

const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** What the driver says without a code. */
const driverWords =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated.*|Client has encountered a connection error and is not queryable|Client was closed and is not queryable)$/;

/** What took longer than it may: a statement itself, or its wait for what another one holds. */
export function timeoutOf(error: unknown): "statement" | "lock" | undefined {
  if (sqlStateOf(error) === "55P03") return "lock";
  const isDriver = error instanceof Error && error.message === "Query read timeout";
  return isDriver || sqlStateOf(error) === "57014" ? "statement" : undefined;
}

/** What is wrong with the database, in words that tell a stranger nothing more about it. */
export function describeDatabaseFault(error: unknown): string {
  const state = sqlStateOf(error);
  if (state === undefined) return "the database does not answer";
  const known = faults[state];
  if (known) return known;
  if (isHeld(error)) return "somebody holds a lock in the database";
  if (isSchemaFault(error)) return "the database's schema is not the one that this version needs";
  if (isRefusedContent(error)) return "the database refuses what is stored";
  return isAway(error) ? "the database does not answer" : "the database reports an error";
}

const faults: Record<string, string> = {
  "25006": "the database is read-only",
  "28000": "the database refuses the connection",
  "28P01": "the database refuses the connection",
  "42501": "the database's user lacks a right that Earshot needs",
  "53100": "the disk of the database is full",
  "53300": "the database has no free connection",
  "57P03": "the database is starting or stopping",
};
