import "server-only";
import { join } from "node:path";
import { log, namesOfSet } from "@/lib/ops/log";
import { streamPieces } from "@/lib/platform/answer";
import { Spool, writeZip, type ZipEntry } from "@/lib/platform/files/write-zip";
import { budgets } from "@/lib/platform/settings/budgets";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { resolveFilter, toToday } from "@/lib/recordings/filter/resolve-dates";
import { buildWhere } from "@/lib/recordings/sql/where";
import type { Prisma } from "@/prisma/client/client";
import { endingOf, nameSound, toFileName } from "../source/file-headers";
import { type CallPlace, countCalls, type ListedCall, listCalls } from "../sql/files";
import { partsName, soundFolder } from "../store/sound-folder";
import { soundStore } from "../store/sound-store";

type Viewer = { timeZone: string; viewerId: string };
/** `signal`: of the request, whose end is the end of it. */
type Reader = Viewer & { signal: AbortSignal };

/**
 * The kept audio of every call that the filter matches, as a ZIP with a manifest, which says what is
 * missing and why. It is made while it is read, however much it is.
 */
export async function packAudio(
  asked: RecordingFilter,
  { timeZone, viewerId, signal }: Reader,
): Promise<Response> {
  const clock = { now: new Date(), timeZone };
  const filter = resolveFilter(asked, viewerId, clock);
  log().info({ by: viewerId, filteredBy: namesOfSet(filter, emptyFilter) }, "audio is exported");
  return new Response(await streamPieces(pack(filter, timeZone, signal)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="audio-${toToday(clock)}.zip"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** How many files a ZIP would hold, and how large they are together; `isMore`: at least. */
export async function countAudio(
  asked: RecordingFilter,
  { timeZone, viewerId }: Viewer,
  most: number = budgets.audioZip.counted,
) {
  const clock = { now: new Date(), timeZone };
  const filter = resolveFilter(asked, viewerId, clock);
  const where = buildWhere(filter, { timeZone });
  const { calls, files, bytes } = await countCalls(where, most + 1);
  return { files, bytes, missing: calls - files, isMore: calls > most };
}

async function* pack(
  filter: RecordingFilter,
  timeZone: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const aside = join(soundFolder(), partsName);
  const [manifest, directory] = [new Spool(aside), new Spool(aside)];
  try {
    const calls = readCalls(buildWhere(filter, { timeZone }), signal);
    yield* writeZip(listEntries(calls, timeZone, manifest), directory);
  } finally {
    await Promise.all([manifest.close(), directory.close()]);
  }
}

/** Some at a time, so that nothing is held open however slowly they are read. @throws when `signal` aborts */
async function* readCalls(where: Prisma.Sql, signal: AbortSignal): AsyncGenerator<ListedCall> {
  let after: CallPlace | undefined;
  for (;;) {
    signal.throwIfAborted();
    const { calls, last } = await listCalls(where, after, callsAtOnce);
    yield* calls;
    if (!last || calls.length < callsAtOnce) return;
    after = last;
  }
}

const callsAtOnce = 1_000;

async function* listEntries(
  calls: AsyncIterable<ListedCall>,
  timeZone: string,
  manifest: Spool,
): AsyncGenerator<ZipEntry> {
  const writeLine = (cells: string[]) =>
    manifest.write(Buffer.from(`${cells.map(toCell).join(",")}\n`));
  const note = (call: ListedCall, file: string, reason: string) => {
    const { id, createdAt, sha256, bytes, type } = call;
    const told = file
      ? [sha256 ? Buffer.from(sha256).toString("hex") : "", String(bytes ?? ""), type ?? ""]
      : ["", "", ""];
    return writeLine([file, id, createdAt.toISOString(), ...told, reason]);
  };
  const names = newNames();
  await writeLine(manifestHead);
  let failures = 0;
  for await (const call of calls) {
    const { sha256, type, createdAt } = call;
    if (!sha256 || !type) {
      await note(call, "", call.reason);
      continue;
    }
    const opened = await soundStore()
      .open(sha256)
      .catch((error: unknown) => {
        // One file costs the others nothing; a store that is away has none.
        if (++failures > mostFailures) throw error;
        log().warn({ err: error }, "a kept file can't be read for a ZIP");
        return "unreadable" as const;
      });
    if (!opened || opened === "unreadable") {
      await note(call, "", opened ? unreadable : gone);
      continue;
    }
    failures = 0;
    const { size } = opened;
    let content: ReadableStream<Uint8Array> | undefined;
    try {
      const name = names.take(toFileName(`${nameSound(call, timeZone)}.${endingOf(type)}`));
      await note(call, name, "");
      if (size > 0) content = await opened.stream(0, size);
      yield { name, size, changedAt: createdAt, content: content ?? noContent() };
    } finally {
      // Whoever breaks the ZIP off before this entry's content has begun leaves it open.
      await (content ? content.cancel() : opened.close()).catch(() => undefined);
    }
  }
  const { bytes: size } = manifest;
  yield { name: manifestName, size, changedAt: new Date(), content: manifest.read() };
}

async function* noContent(): AsyncGenerator<Uint8Array> {}

const gone = "missing: the file is no longer where it was kept";
const unreadable = "missing: the file can't be read at the moment";
/** In a row. */
const mostFailures = 10;

const manifestName = "manifest.csv";
const manifestHead = ["file", "recording_id", "created_at", "sha256", "bytes", "type", "missing"];

/** More files than file managers like in one folder go into the folders `2/`, `3/` and so on. */
const filesOfFolder = 10_000;

/** The second of a name is `name-2`. Systems that know no case must not mix them up. */
function newNames() {
  let folder = 1;
  let taken = new Map([[manifestName, 1]]);
  let files = 0;
  return {
    take: (name: string): string => {
      if (++files > folder * filesOfFolder) {
        folder += 1;
        taken = new Map();
      }
      const free = unused(name, taken);
      return folder === 1 ? free : `${folder}/${free}`;
    },
  };
}

function unused(name: string, taken: Map<string, number>): string {
  const [, stem = "", ending = ""] = /^(.*)(\.[^.]+)$/s.exec(name) ?? [];
  let free = name;
  let number = taken.get(name.toLowerCase()) ?? 0;
  while (taken.has(free.toLowerCase())) free = `${stem}-${++number}${ending}`;
  // A crowd of one name goes on where its last one stood.
  taken.set(name.toLowerCase(), Math.max(number, 1));
  taken.set(free.toLowerCase(), taken.get(free.toLowerCase()) ?? 1);
  return free;
}

/** As in the export: what a spreadsheet would run stands behind an apostrophe. */
function toCell(value: string): string {
  const shown = /^[=+\-@\t\n\r'＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${shown.replaceAll('"', '""')}"`;
}
