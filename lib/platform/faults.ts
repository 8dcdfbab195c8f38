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
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** What took longer than it may: a statement itself, or its wait for what another one holds. */
export function timeoutOf(error: unknown): "statement" | "lock" | undefined {
  if (sqlStateOf(error) === "55P03") return "lock";
  const isDriver = error instanceof Error && error.message === "Query read timeout";
  return isDriver || sqlStateOf(error) === "57014" ? "statement" : undefined;
}

/** What is wrong with the database, in words that tell a stranger nothing more about it. */
export function describeDatabaseFault(error: unknown): string {
  return faults[sqlStateOf(error) ?? ""] ?? "the database does not answer";
}

const faults: Record<string, string> = {
  "25006": "the database is read-only",
  "28000": "the database refuses the connection",
  "28P01": "the database refuses the connection",
  "53100": "the disk of the database is full",
  "53300": "the database has no free connection",
  "57P03": "the database is starting or stopping",
};
