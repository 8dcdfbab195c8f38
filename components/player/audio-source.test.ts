import { afterEach, describe, expect, it, vi } from "vitest";
import { findAudioFault } from "./audio-source";

const answer = (body: BodyInit | null, init: ResponseInit) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(body, init)),
  );

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("findAudioFault", () => {
  it("asks for one byte only", async () => {
    answer("x", { status: 206 });
    await findAudioFault("/api/recordings/1/audio");
    expect(fetch).toHaveBeenCalledWith(
      "/api/recordings/1/audio",
      expect.objectContaining({ headers: { Range: "bytes=0-0" } }),
    );
  });

  it("asks nobody where the answer to the player said it, and again once that is old", async () => {
    answer(null, { status: 504 });
    const told = Object.create(PerformanceResourceTiming.prototype, {
      name: { value: "http://here/a" },
      startTime: { value: 7 },
      serverTiming: { value: [{ name: "audio-timeout" }] },
    });
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([told]);
    expect((await findAudioFault("/a")).title).toBe("The audio is taking too long");
    expect(fetch).not.toHaveBeenCalled();
    await findAudioFault("/a");
    expect(fetch).toHaveBeenCalledOnce();
  });

  it("leads to the settings when the calling service is not connected", async () => {
    answer(JSON.stringify({ code: "calling-service-not-connected" }), { status: 502 });
    expect(await findAudioFault("/a")).toMatchObject({
      title: "The calling service isn’t connected",
      settings: "/settings/calling-service",
    });
  });

  it("has words for any answer, even for one that is no problem document", async () => {
    for (const body of ["<html>", "null", '{"code":7}', '{"code":"toString"}', ""]) {
      answer(body, { status: 500 });
      expect((await findAudioFault("/a")).title).toBe("Couldn’t load the audio");
    }
  });

  it("says that it is the file when the server hands it out", async () => {
    answer("x", { status: 200 });
    expect((await findAudioFault("/a")).title).toBe("The browser can’t play this audio");
  });

  it("says that the server is away", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("failed")));
    expect((await findAudioFault("/a")).title).toBe("Earshot can’t be reached");
  });
});
