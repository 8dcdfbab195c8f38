/**
 * The key under which what stood around a record is kept among its further members: `envelope`, or, so
 * that a member of the record's own is never taken for it, one underscore longer than the longest such
 * key of its own. A record that has one always gets it, even with nothing in it.
 */
export function nameEnvelope(ownKeys: Iterable<string>): string {
  const longest = findEnvelope(ownKeys);
  return longest === undefined ? "envelope" : `${longest}_`;
}

/** Under which of these keys it stands; undefined: nothing stood around the record. */
export function findEnvelope(keys: Iterable<string>): string | undefined {
  let longest: string | undefined;
  for (const key of keys) {
    if (/^envelope_*$/.test(key) && key.length > (longest?.length ?? 0)) longest = key;
  }
  return longest;
}
