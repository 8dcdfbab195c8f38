import { makeCallRecord, toDocument } from "./call-record";
import { hostileTexts } from "./hostile-texts";
import { hostileValues, RawJson, writeJson } from "./hostile-values";
import { envelopes, respell, spellings } from "./respell";

export type HostileBody = { name: string; body: Buffer; contentType?: string };

/** Hostile bodies by name: those thought up one by one, and every field with every wrong value. */
export function makeHostileBodies(): HostileBody[] {
  return [...hostileTexts(), ...everySpelling(), ...everyFieldWrong()];
}

function everySpelling(): HostileBody[] {
  return Object.entries(envelopes).flatMap(([envelope, wrap]) =>
    Object.entries(spellings).map(([spelling, spell]) => {
      const name = `${envelope}, ${spelling}`;
      const record = makeCallRecord(`hostile ${name}`, 1);
      return { name, body: Buffer.from(JSON.stringify(respell(wrap(record), spell))) };
    }),
  );
}

function everyFieldWrong(): HostileBody[] {
  return fieldPaths(makeCallRecord("", 1)).flatMap((path) =>
    [["missing", undefined] as const, ...hostileValues].map(([wrong, value]) => {
      const name = `${path.join(".")} is ${wrong}`;
      const record = replaceAt(makeCallRecord(`hostile ${name}`, 1), path, value);
      return { name, body: Buffer.from(writeJson(toDocument(record))) };
    }),
  );
}

/** The paths of all fields, those that hold others too. */
export function fieldPaths(value: object, above: string[] = []): string[][] {
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...above, key];
    const isObject = typeof member === "object" && member !== null;
    return [path, ...(isObject ? fieldPaths(member, path) : [])];
  });
}

/** A copy with another value at the path; undefined leaves the field out. */
export function replaceAt(
  record: Record<string, unknown>,
  [key = "", ...below]: string[],
  value: unknown,
): Record<string, unknown> {
  if (below.length === 0) return { ...record, [key]: value };
  const member = record[key];
  const isObject = typeof member === "object" && member !== null && !(member instanceof RawJson);
  return { ...record, [key]: isObject ? replaceAt({ ...member }, below, value) : value };
}
