import { expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { eachAlone } from "@/lib/platform/database/test-database";
import { prismaOn } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { removeRecordings } from "@/lib/recordings/ledger/remove-recordings";
import { findVersion, getTranscript } from "./queries";
import { tidyFrom } from "./start-transcribing";
import {
  attachment,
  cue,
  marksOf,
  pool,
  reader,
  search,
  store,
  text,
  transcriptsForTest,
  upload,
} from "./test-transcripts";
import { removeTranscript, restoreTranscript } from "./transcript-store";

transcriptsForTest();

test("what is uploaded is shown and found; the one before stays, and comes back", async () => {
  expect(await upload("call", cue("We speak of Mangos"))).toBe("done");
  expect(await search("mango")).toEqual([
    { id: "call", spoken: { text: "We speak of Mangos", atMs: 1_500 } },
  ]);
  expect(await marksOf("call")).toEqual(["kept"]);
  expect((await search("", text("kept"))).map(({ id }) => id)).toEqual(["call"]);
  expect((await search("", text(null))).map(({ id }) => id)).toEqual(["other"]);

  expect(await upload("call", cue("Papayas", null))).toBe("done");
  expect(await search("mango")).toEqual([]);
  expect(await search("papaya")).toMatchObject([{ spoken: { atMs: null } }]);
  const view = await getTranscript("call", reader);
  expect(view.former).toHaveLength(1);
  expect(view.cues?.[0]?.text).toBe("Papayas");

  expect(await removeTranscript("call", "ada")).toBe("done");
  expect(await search("papaya")).toEqual([]);
  expect(await marksOf("call")).toEqual([]);
  const gone = await getTranscript("call", reader);
  expect([gone.current, gone.former.length]).toEqual([null, 2]);

  const mango = gone.former.find(({ removed }) => removed === null);
  expect(await restoreTranscript("call", mango?.id ?? "")).toBe("done");
  expect(await search("mango")).toHaveLength(1);
  expect((await findVersion("call", null))?.cues[0]?.text).toBe("We speak of Mangos");
  expect(await restoreTranscript("call", crypto.randomUUID())).toBe("version-missing");
  expect(await upload("absent", cue("x"))).toBe("call-missing");
});

test("words of a search may stand in the call and in what was said", async () => {
  await store("call", { recordingAttachment: attachment, summary: "A refund was promised" });
  await upload("call", cue("nothing"), cue("a mango, 猫が", 61_000));
  await upload("other", cue("a mango"));
  expect((await search("mango refund")).map(({ id }) => id)).toEqual(["call"]);
  expect(await search("猫")).toEqual([
    { id: "call", spoken: { text: "a mango, 猫が", atMs: 61_000 } },
  ]);
  expect(await search("mango absent")).toEqual([]);
});

test("a call has room for so many, and former ones can still be shown", async () => {
  const { ofCall } = budgets.transcripts;
  for (let n = 0; n < ofCall; n++) expect(await upload("call", cue(`n${n}`))).toBe("done");
  expect(await upload("call", cue("more"))).toBe("too-many-versions");
});

test("two at once leave one that is shown", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => upload("call", cue(`n${n}`))));
  expect(await db().transcript.count({ where: { isCurrent: true } })).toBe(1);
  expect(await db().transcript.count()).toBe(8);
});

test("the transcripts of a removed call go, and others follow the time of theirs", async () => {
  await upload("call", cue("mango"));
  await upload("other", cue("mango"));
  await store("other", { createdAt: "2020-02-02T00:00:00Z" });
  await removeRecordings(eachAlone(prismaOn(pool)), ["call"]);
  expect(await tidyFrom("", 100)).toBeNull();
  expect(await db().transcript.findMany({ select: { recordingId: true } })).toEqual([
    { recordingId: "other" },
  ]);
  const [row] = await db().transcriptSearch.findMany();
  expect(row?.createdAt.toISOString()).toBe("2020-02-02T00:00:00.000Z");
  expect(await db().transcriptJob.count()).toBe(1);
});
