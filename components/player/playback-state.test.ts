import { expect, test } from "vitest";
import { type PlayedStretch, PlayedTracker } from "./playback-state";

function follow() {
  const told: PlayedStretch[] = [];
  return { told, tracker: new PlayedTracker((stretch) => told.push(stretch)) };
}

const stretch = (recordingId: string, fromSeconds: number, toSeconds: number) => ({
  recordingId,
  fromSeconds,
  toSeconds,
});

test("what plays is told within five seconds, and the rest at the end, each second once", () => {
  const { told, tracker } = follow();
  for (let tick = 0; tick <= 40; tick++) tracker.move("a", 10 + tick / 4, tick * 250);
  expect(told).toEqual([stretch("a", 10, 14), stretch("a", 14, 18)]);
  tracker.end();
  tracker.end();
  expect(told.slice(2)).toEqual([stretch("a", 18, 20)]);
});

test("a seek leaves out what it jumps over, forth and back", () => {
  const { told, tracker } = follow();
  tracker.move("a", 0, 0);
  tracker.move("a", 2, 2_000);
  tracker.end();
  tracker.move("a", 30, 2_100);
  tracker.move("a", 31, 3_100);
  // Back without a word of it.
  tracker.move("a", 5, 3_200);
  tracker.move("a", 6, 4_200);
  tracker.end();
  expect(told).toEqual([stretch("a", 0, 2), stretch("a", 30, 31), stretch("a", 5, 6)]);
});

test("silence that is skipped belongs to what is played around it", () => {
  const { told, tracker } = follow();
  tracker.move("a", 0, 0);
  tracker.move("a", 1, 1_000);
  tracker.reach(9);
  tracker.end();
  tracker.move("a", 9, 1_100);
  tracker.move("a", 10, 2_100);
  tracker.end();
  expect(told).toEqual([stretch("a", 0, 9), stretch("a", 9, 10)]);
});

test("another call begins its own stretch, and nothing is told of what was not played", () => {
  const { told, tracker } = follow();
  tracker.move("a", 3, 0);
  tracker.move("b", 0, 100);
  tracker.move("b", 1, 1_100);
  tracker.move("a", 4, 1_200);
  tracker.end();
  expect(told).toEqual([stretch("b", 0, 1)]);
});
