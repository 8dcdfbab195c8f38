import { expect, test } from "vitest";
import type { FieldValue, RecordField } from "@/lib/recordings/views/views";
import { toValueText } from "./field-change";

test.each<[RecordField, FieldValue, string | null]>([
  ["hasTranscript", true, "Yes"],
  ["customerIsConfirmed", false, "No"],
  ["minutesUsed", 1234, "1,234"],
  ["createdAt", "2026-11-20T10:00:00Z", "20 November 2026 at 11:00:00 GMT+1"],
  ["customerPhoneNumber", "+12125550142", "+12125550142"],
  ["summary", "", ""],
  ["campaign", null, null],
])("%s: %j", (field, value, text) => {
  expect(toValueText(field, value, "Europe/Berlin")).toBe(text);
});
