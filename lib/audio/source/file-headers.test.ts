import { expect, test } from "vitest";
import { fileHeaders, nameSound } from "./file-headers";

const call = {
  id: "rec 1/../x",
  createdAt: new Date("2026-11-20T23:30:15Z"),
  campaign: "spring-renewal",
  customerFirstName: "Zoë",
  customerLastName: "O'Brien",
};
const dispositionOf = (filename: string) =>
  fileHeaders({ type: "audio/wav", length: 1, filename })["Content-Disposition"];

test("a file is named by its campaign, its customer and when it was, on the viewer's clock", () => {
  expect(nameSound(call, "UTC")).toBe("spring-renewal-Zoë-O'Brien-2026-11-20-2330");
  expect(nameSound(call, "Europe/Berlin")).toMatch(/-2026-11-21-0030$/);
  const unknown = { ...call, campaign: null, customerFirstName: " ", customerLastName: "" };
  expect(nameSound(unknown, "UTC")).toBe("rec-1/../x-2026-11-20-2330");
  const long = nameSound({ ...call, campaign: "長".repeat(500) }, "UTC");
  expect(long).toMatch(/-2026-11-20-2330$/);
  expect([...long].length).toBeLessThan(80);
});

test.each([
  ["a.wav", 'attachment; filename="a.wav"'],
  ["Zoë.wav", "attachment; filename=\"Zoe.wav\"; filename*=UTF-8''Zo%C3%AB.wav"],
  [
    "O'Brien (2).mp3",
    "attachment; filename=\"O_Brien__2.mp3\"; filename*=UTF-8''O%27Brien_%282%29.mp3",
  ],
  ["電話.wav", "attachment; filename=\"file.wav\"; filename*=UTF-8''%E9%9B%BB%E8%A9%B1.wav"],
  ["../../etc/passwd.wav", 'attachment; filename="etc_passwd.wav"'],
  [
    'a"; filename="evil.html.wav',
    "attachment; filename=\"a___filename__evil.html.wav\"; filename*=UTF-8''a_%3B_filename%3D_evil.html.wav",
  ],
  ["a\r\nSet-Cookie: x.wav", 'attachment; filename="a_Set-Cookie_x.wav"'],
  ["cod\u202egpj.wav", 'attachment; filename="cod_gpj.wav"'],
  ["", 'attachment; filename="file"'],
  ["\ud800.wav", /^attachment; filename="file\.wav"; filename\*=UTF-8''/],
])("%j is saved as %s", (filename, expected) => {
  const told = dispositionOf(filename);
  if (expected instanceof RegExp) expect(told).toMatch(expected);
  else expect(told).toBe(expected);
});
