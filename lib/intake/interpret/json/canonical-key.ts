/**
 * One spelling for `first_name`, `first-name`, `firstName` and `FirstName`, and one for
 * `customer.email` and `customer[email]`.
 */
export function canonicalKey(key: string): string {
  const known = recent.get(key);
  if (known !== undefined) return known;
  const canonical = key.replaceAll(/[_\-\s.[\]]/g, "").toLowerCase();
  if (key.length <= mostRecent.characters) {
    if (recent.size >= mostRecent.keys) recent.clear();
    recent.set(key, canonical);
  }
  return canonical;
}

/** Most keys are those of the delivery before. */
const recent = new Map<string, string>();
const mostRecent = { keys: 2_000, characters: 100 };
