import { z } from "zod";

/** What a browser may send at once; it sends the rest after it. */
export const mostListens = 20;
export const mostRanges = 400;
export const maxReportBytes = 64 * 1_024;
/** A day: no call lasts longer. */
const maxSeconds = 86_400;
/** What was played longer ago is no longer told. */
export const maxAgeMs = 60 * 86_400_000;

const second = z.int().min(0).max(maxSeconds);
const rangeSchema = z
  .tuple([second, second])
  .readonly()
  .refine(([from, to]) => from < to, "a range ends after its beginning");

const listenSchema = z.object({
  /** Made once for each playing of a recording in a page. */
  id: z.uuid(),
  /** How long ago it began, and how long ago something was last played, by one and the same clock. */
  startedAgoMs: z.int().min(0).max(maxAgeMs),
  lastAgoMs: z.int().min(0).max(maxAgeMs),
  /** All that was played since it began, in whole seconds: sent once more, it changes nothing. */
  ranges: z.array(rangeSchema).min(1).max(mostRanges),
});

/** Who played what of one recording, as their browser tells it. */
export const reportSchema = z.object({
  /** Who was signed in while it was played. */
  userId: z.string().min(1).max(100),
  /** How long the sound is, as far as the browser knows. */
  durationSeconds: z.number().positive().max(maxSeconds).nullable(),
  listens: z.array(listenSchema).min(1).max(mostListens),
});

export type Report = z.infer<typeof reportSchema>;

/** Reads the body of a request. @returns what is wrong with it, in a few words */
export async function readReport(request: Request): Promise<Report | ReportFault> {
  if (Number(request.headers.get("content-length") ?? 0) > maxReportBytes) return tooLarge;
  const bytes = await readAtMost(request.body, maxReportBytes);
  if (!bytes) return tooLarge;
  try {
    const read = reportSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return { status: 400, detail: `${issue?.path.join(".") || "body"}: ${issue?.message}` };
  } catch {
    return { status: 400, detail: "body: not JSON" };
  }
}

export type ReportFault = { status: 400 | 413; detail: string };

const tooLarge: ReportFault = {
  status: 413,
  detail: `at most ${maxReportBytes / 1_024} KiB at once`,
};

/** Null once there is more; what is declared need not be true. */
async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
