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

/** `crypto.randomUUID` is there on secure pages alone; Earshot may stand behind plain http. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
