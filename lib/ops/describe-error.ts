/**
 * An error as the log may keep it: what and where, and none of what it was about. Databases and
 * parsers quote in their errors what they were given.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return hideQuoted(String(error));
  const plain = new Map<string, unknown>(Object.entries(error));
  const known = keptFields.flatMap((name) => (plain.has(name) ? [[name, plain.get(name)]] : []));
  const message = hideQuoted(error.message);
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(known),
    stack: [`${error.name}: ${message}`, ...frames].join("\n"),
    ...(error.cause === undefined || depth === deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < deepest
      ? { errors: error.errors.slice(0, 5).map((one) => describeError(one, depth + 1)) }
      : {}),
  };
}

const deepest = 4;

/** Not `detail`, `where`, `query`, `meta` and their like. */
const keptFields = [
  ...["code", "errno", "syscall", "address", "port", "hostname", "digest"],
  ...["severity", "schema", "table", "column", "dataType", "constraint", "routine"],
];

/** `invalid input syntax for type integer: "…"`, `near "…"`, `"…" is not valid JSON`. */
export function hideQuoted(text: string): string {
  return text
    .replace(/(: |near )"[\s\S]*"/g, '$1"[redacted]"')
    .replace(/"[\s\S]*" is not valid JSON/g, '"[redacted]" is not valid JSON');
}
