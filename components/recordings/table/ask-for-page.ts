import type { RowFace } from "./to-row-face";

export type NextPage = { rows: RowFace[]; after: string | null; since: string };

const patienceMs = 20_000;

/** The page of a list after a cursor, or why it can't be had. */
export async function askForPage(
  parameters: string,
  after: string,
): Promise<NextPage | "failed" | "signed-out"> {
  const asked = new URLSearchParams(parameters);
  asked.set("after", after);
  try {
    const response = await fetch(`/api/recordings/page?${asked}`, {
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.status === 401) return "signed-out";
    return response.ok ? ((await response.json()) as NextPage) : "failed";
  } catch {
    return "failed";
  }
}
