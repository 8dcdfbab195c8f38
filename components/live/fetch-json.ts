import { useEffect, useState } from "react";
import type { Shape } from "@/lib/platform/shape";

/** `status` is 0 where no answer came, or one that is no JSON. */
type Fetched<Answer> = { isOk: true; answer: Answer } | { isOk: false; status: number };

/**
 * Asks this server for JSON; it never throws. Pages stay open while the server behind them is upgraded: an
 * answer that doesn't fit the schema is a fault like one that can't be read. Keys beyond it are left alone.
 */
export async function fetchJson<Answer>(
  path: string,
  schema: Shape<Answer>,
  options?: { signal?: AbortSignal },
): Promise<Fetched<Answer>> {
  try {
    const response = await fetch(path, options);
    const { ok, status } = response;
    if (!ok) return { isOk: false, status };
    const answer: unknown = await response.json();
    return schema(answer) ? { isOk: true, answer } : { isOk: false, status };
  } catch {
    return { isOk: false, status: 0 };
  }
}

/** An answer that a component asks for once, when it is first shown; null until it is here, or without one. */
export function useFetched<Answer>(path: string, schema: Shape<Answer>): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    fetchJson(path, schema, { signal }).then((fetched) => {
      if (fetched.isOk && !signal.aborted) setAnswer(fetched.answer);
    });
    return () => leaving.abort();
  }, [path, schema]);

  return answer;
}
