import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { removeRecordings } from "@/lib/recordings/ledger/ledger";
import { compareSlice } from "@/lib/recordings/live/changes";
import { estimateList, findVersion, getTranscript } from "./queries";
import { transcriptsOfCalls } from "./start-transcribing";
import { answerJson, type Reply, spokenAnswer } from "./test-transcriber";
import {
  arrive,
  attachment,
  cue,
  marksOf,
  pool,
  reader,
  search,
  store,
  text,
  transcribe,
  transcriptsForTest,
  until,
  upload,
  working,
} from "./test-transcripts";
import {
  cancelRequest,
  claimJobs,
  judgeFailure,
  removeTranscript,
  requestTranscripts,
  restoreTranscript,
  saveTranscript,
} from "./transcript-store";

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
  await inTransaction(pool, (client) => removeRecordings(client, ["call"]));
  expect(await compareSlice(transcriptsOfCalls, "", 100)).toBeNull();
  expect(await db().transcript.findMany({ select: { recordingId: true } })).toEqual([
    { recordingId: "other" },
  ]);
  const [row] = await db().transcriptSearch.findMany();
  expect(row?.createdAt.toISOString()).toBe("2020-02-02T00:00:00.000Z");
  expect(await db().transcriptJob.count()).toBe(1);
});

test("what is asked for is made, once, and says what it took", async () => {
  const { asked } = await transcribe([answerJson(spokenAnswer)]);
  const before = await getTranscript("call", reader);
  expect(before.transcriber).toMatchObject({ isAudioKept: true, estimate: { minutes: 1.5 } });
  expect(before.transcriber?.estimate.cost?.amount).toBeCloseTo(0.009);
  expect(await requestTranscripts(["call", "absent"], { by: "ada", anew: true })).toBe(1);
  const view = await until("call", ({ current }) => current !== null);
  expect(view.current).toMatchObject({ source: "made", name: "test-1", language: "english" });
  expect(view.job).toBeNull();
  expect(await marksOf("call")).toEqual(["kept"]);
  expect(await search("mango")).toMatchObject([{ id: "call", spoken: { atMs: 1_200 } }]);
  await sleep(100);
  expect(asked).toHaveLength(1);
});

test("a limit of requests is kept to, and a failure is tried again and then told", async () => {
  const busy = answerJson({ error: { message: "slow down" } }, 429, { "Retry-After": "1" });
  const { asked } = await transcribe([busy, answerJson(spokenAnswer)]);
  await requestTranscripts(["call"], { by: "ada", anew: true });
  const waiting = await until("call", ({ job }) => job?.fault === "rate-limited");
  expect(waiting.job).toMatchObject({ state: "waiting", attempts: 0 });
  expect(waiting.job?.reason).toContain("slow down");
  expect(await marksOf("call")).toEqual(["waiting"]);
  await until("call", ({ current }) => current !== null);
  expect(asked).toHaveLength(2);

  const refusing = await transcribe([answerJson({ error: { message: "too long" } }, 413)]);
  await requestTranscripts(["other"], { by: "ada", anew: true });
  await Promise.all(working.slice(0, 1).map((one) => one.stop()));
  const failed = await until("other", ({ job, current }) => job?.state === "failed" || !!current);
  if (failed.current === null) {
    expect(failed.job).toMatchObject({ fault: "refused", reason: "HTTP 413: too long" });
    expect(await marksOf("other")).toEqual(["failed"]);
  }
  expect(refusing.asked.length).toBeLessThan(2);
});

test("what one that died had begun is begun anew, and comes once", async () => {
  await requestTranscripts(["call"], { by: "ada", anew: true });
  const dead = crypto.randomUUID();
  expect(await claimJobs(dead, 5)).toHaveLength(1);
  expect(await claimJobs(crypto.randomUUID(), 5)).toHaveLength(0);
  // Of a clock that was set back nobody waits for as long as it leapt.
  await db().$executeRaw`UPDATE transcript_job SET claimed_until = now() + interval '1 year'`;
  expect(await claimJobs(crypto.randomUUID(), 5)).toHaveLength(0);
  const { claimedUntil } = await db().transcriptJob.findUniqueOrThrow({
    where: { recordingId: "call" },
  });
  expect(claimedUntil?.getTime()).toBeLessThan(Date.now() + 24 * 3_600_000);
  await db().$executeRaw`UPDATE transcript_job SET claimed_until = now() - interval '1 second'`;
  const workers = [
    await transcribe([answerJson(spokenAnswer)]),
    await transcribe([answerJson(spokenAnswer)]),
  ];
  await until("call", ({ current }) => current !== null);
  expect(workers.flatMap(({ asked }) => asked)).toHaveLength(1);
  // The dead one comes back with what it had.
  const late = { source: "made" as const, name: "x", language: "", cues: [cue("late")] };
  expect(await saveTranscript("call", late, null, dead)).toBe("superseded");
  expect(await db().transcript.count()).toBe(1);
});

test("a request that is taken back leaves no transcript, nor one that an upload overtook", async () => {
  let answer: (() => void) | undefined;
  const slow: Reply = async (asked, response) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await answerJson(spokenAnswer)(asked, response);
  };
  await transcribe([slow]);
  await requestTranscripts(["call"], { by: "ada", anew: true });
  await until("call", ({ job }) => job?.state === "running");
  while (!answer) await sleep(10);
  await upload("call", cue("mine"));
  answer();
  await sleep(300);
  expect((await getTranscript("call", reader)).cues?.[0]?.text).toBe("mine");
  await requestTranscripts(["other"], { by: "ada", anew: true });
  await cancelRequest("other");
  expect(await marksOf("other")).toEqual([]);
});

test("on arrival, what has neither a transcript nor a request is transcribed, once", async () => {
  await upload("other", cue("mine"));
  const { asked } = await transcribe([answerJson(spokenAnswer)], { onArrival: true });
  const view = await until("call", ({ current }) => current !== null);
  expect(view.current?.created.by).toBeNull();
  await sleep(200);
  expect(asked).toHaveLength(1);
  await removeTranscript("call", "ada");
  await sleep(200);
  expect(asked).toHaveLength(1);
});

test("a list tells what its calls would take: those that have audio and no transcript", async () => {
  await arrive("third");
  await store("silent", { recordingAttachment: "" });
  await upload("other", cue("mine"));
  const estimate = await estimateList(emptyFilter, "UTC");
  expect(estimate).toMatchObject({ calls: 2, isMore: false, minutes: 3 });
  expect(estimate.cost?.amount).toBeCloseTo(0.018);
});

test("how long a failure waits", () => {
  expect(judgeFailure("refused", 1, 0, null)).toBeNull();
  expect(judgeFailure("unreachable", 1, 0, null)).toBe(5_000);
  expect(judgeFailure("unreachable", 7, 0, null)).toBeNull();
  expect(judgeFailure("server-failed", 1, 0, 60_000)).toBe(60_000);
  expect(judgeFailure("rate-limited", 1, 0, 9e9)).toBe(3_600_000);
  expect(judgeFailure("rate-limited", 1, 50 * 3_600_000, 1_000)).toBeNull();
  expect(judgeFailure("answer-unreadable", 2, 0, null)).toBeNull();
});
