/** One spelling for `first_name`, `first-name`, `firstName` and `FirstName`. */
export function canonicalKey(key: string): string {
  return key.replaceAll(/[_\- ]/g, "").toLowerCase();
}
