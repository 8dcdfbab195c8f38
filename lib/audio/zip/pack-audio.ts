import "server-only";
import { makeZip } from "client-zip";
import { log, namesOfSet } from "@/lib/ops/log";
import { problemResponse } from "@/lib/platform/problem";
import { budgets } from "@/lib/platform/settings/budgets";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { resolveDates, resolveViewer, toToday } from "@/lib/recordings/filter/resolve-dates";
import { nameSound } from "../name-sound";
import { endingOf } from "../source/audio-type";
import { toFileName } from "../source/file-headers";
import { audioRoomTexts } from "../source/texts.en";
import { soundStore } from "../store/sound-store";
import { countCalls, type ListedCall, listCalls } from "./list-calls";

type Viewer = { timeZone: string; viewerId: string };

/**
 * The kept audio of every call that the filter matches, as a ZIP with a manifest, which says what is
 * missing and why. It is made while it is read. 413 when there are too many for one file.
 */
export async function packAudio(
  asked: RecordingFilter,
  { timeZone, viewerId }: Viewer,
): Promise<Response> {
  const clock = { now: new Date(), timeZone };
  const filter = resolveDates(resolveViewer(asked, viewerId), clock);
  const { calls } = await countCalls(filter, timeZone);
  if (calls > budgets.audioZip.calls) {
    return problemResponse(413, "too-many-calls", {
      detail: audioRoomTexts().tooManyCalls(budgets.audioZip.calls),
    });
  }
  log().info(
    { by: viewerId, calls, filteredBy: namesOfSet(filter, emptyFilter) },
    "audio is exported",
  );
  return new Response(makeZip(pack(filter, timeZone)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="audio-${toToday(clock)}.zip"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** How many files a ZIP would hold, and how large they are together. */
export async function countAudio(asked: RecordingFilter, { timeZone, viewerId }: Viewer) {
  const clock = { now: new Date(), timeZone };
  const filter = resolveDates(resolveViewer(asked, viewerId), clock);
  const { calls, files, bytes } = await countCalls(filter, timeZone);
  return { files, bytes, missing: calls - files, isTooMany: calls > budgets.audioZip.calls };
}

type ZipEntry = {
  name: string;
  lastModified: Date;
  input: ReadableStream<Uint8Array> | string;
  size?: number;
};

async function* pack(filter: RecordingFilter, timeZone: string): AsyncGenerator<ZipEntry> {
  const manifest = [manifestHead];
  const taken = new Map([[manifestName, 1]]);
  const note = (call: ListedCall, file: string, reason: string) => {
    const { id, createdAt, sha256, bytes, type } = call;
    const told = file
      ? [sha256?.toString("hex") ?? "", String(bytes ?? ""), type ?? ""]
      : ["", "", ""];
    manifest.push([file, id, createdAt.toISOString(), ...told, reason]);
  };
  for await (const call of listCalls(filter, timeZone)) {
    const { sha256, type } = call;
    if (!sha256 || !type) {
      note(call, "", call.reason);
      continue;
    }
    const opened = await soundStore().open(sha256);
    if (!opened) {
      note(call, "", "missing: the file is no longer where it was kept");
      continue;
    }
    const { size } = opened;
    const name = unused(toFileName(`${nameSound(call, timeZone)}.${endingOf(type)}`), taken);
    note(call, name, "");
    if (size === 0) {
      await opened.close();
      yield { name, lastModified: call.createdAt, input: "", size };
      continue;
    }
    const reader = (await opened.stream(0, size)).getReader();
    try {
      yield { name, lastModified: call.createdAt, input: toStream(reader), size };
    } finally {
      // Whoever breaks the ZIP off lets go of its entries, but not of what they read.
      await reader.cancel().catch(() => undefined);
    }
  }
  const lines = manifest.map((cells) => `${cells.map(toCell).join(",")}\n`);
  yield { name: manifestName, lastModified: new Date(), input: lines.join("") };
}

function toStream(reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

const manifestName = "manifest.csv";
const manifestHead = ["file", "recording_id", "created_at", "sha256", "bytes", "type", "missing"];

/** The second of a name is `name-2`. Systems that know no case must not mix them up. */
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
