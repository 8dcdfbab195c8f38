/** A page's search parameters as the parser of the list's address takes them. */
export function toParameters(
  searchParams: Record<string, string | string[] | undefined>,
): URLSearchParams {
  return new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  );
}
