import { expect, it } from "vitest";
import { parseTimeZone } from "./time-zone";

it.each(["Europe/Berlin", "Asia/Kathmandu", "UTC", "America/Argentina/Buenos_Aires"])(
  "keeps %s",
  (zone) => expect(parseTimeZone(zone)).toBe(zone),
);

it.each([undefined, "", "Mars/Olympus", "+05:45", "Europe/Berlin; DROP", "../etc/passwd", "\0"])(
  "answers UTC for %j",
  (value) => expect(parseTimeZone(value)).toBe("UTC"),
);
