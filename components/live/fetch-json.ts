/** `status` is 0 where no answer came, or one that is no JSON. */
type Fetched<Answer> = { isOk: true; answer: Answer } | { isOk: false; status: number };

/**
 * Asks this server for JSON; it never throws. `Answer` is the type that the route answers with: the
 * two are built together, so it is not checked anew, and schemas stay out of the browser.
 */
export async function fetchJson<Answer>(
  path: string,
  options?: { signal?: AbortSignal },
): Promise<Fetched<Answer>> {
  try {
    const response = await fetch(path, options);
    if (!response.ok) return { isOk: false, status: response.status };
    return { isOk: true, answer: (await response.json()) as Answer };
  } catch {
    return { isOk: false, status: 0 };
  }
}
