/**
 * One spelling for `first_name`, `first-name`, `firstName` and `FirstName`, and one for
 * `customer.email` and `customer[email]`.
 */
export function canonicalKey(key: string): string {
  return key.replaceAll(/[_\-\s.[\]]/g, "").toLowerCase();
}
