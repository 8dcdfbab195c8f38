import { isLosslessNumber, parse, stringify } from "lossless-json";
import type { ExtraView } from "./views";

/** The leaves of a JSON object by their dotted path; lists stay whole. */
export function flattenExtra(json: string): ExtraView[] {
  return flatten(parse(json), "");
}

function flatten(value: unknown, path: string): ExtraView[] {
  const isBranch =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isLosslessNumber(value);
  if (!isBranch || (path !== "" && Object.keys(value).length === 0)) {
    return [{ path, json: stringify(value) ?? "null" }];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, path === "" ? key : `${path}.${key}`),
  );
}
