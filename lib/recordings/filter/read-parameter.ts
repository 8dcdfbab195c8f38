import type { UnreadParameter } from "./filter-url";

type ReadParameter = <T>(parameter: string, parse: (value: string) => T | undefined) => T | null;

/** Reads parameters that have one value; what can't be read is null and goes to `unread`. */
export function newParameterReader(
  parameters: URLSearchParams,
  unread: UnreadParameter[],
): ReadParameter {
  return (parameter, parse) => {
    const [value, ...others] = parameters.getAll(parameter).filter((text) => text !== "");
    for (const other of others) unread.push({ parameter, value: other });
    if (value === undefined) return null;
    const result = parse(value);
    if (result === undefined) unread.push({ parameter, value });
    return result ?? null;
  };
}
