import { expect, test } from "vitest";
import { formatMegabytes } from "./format-megabytes";

test.each([
  [0, "0 MB"],
  [1, "less than 0.1 MB"],
  [1_240_000, "1.2 MB"],
  [12_400_000, "12 MB"],
  [1_234_000_000, "1,234 MB"],
])("%d bytes are %s", (bytes, text) => expect(formatMegabytes(bytes)).toBe(text));
