import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { home, parseReturnTo, signInPath } from "./return-to";

describe("parseReturnTo", () => {
  it.each(["/recordings/r%2F1?status=completed&q=a%20b", "/settings/members", "/audit#top"])(
    "keeps %s",
    (path) => expect(parseReturnTo(path)).toBe(path),
  );

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e%2e//evil.example",
    "javascript:alert(1)",
    "audit",
    "",
    " /audit",
    "/",
    "/sign-in?next=/sign-in",
    "/api/auth/sign-out",
    "/set-up/token",
    "/x/../api/recordings/export",
    undefined,
    null,
    ["/recordings", "//evil.example"],
    7,
  ])("answers the home page for %j", (value) => expect(parseReturnTo(value)).toBe(home));

  it("stays on this site whatever comes", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "//",
      "\t",
      "\n",
      "@",
      ":",
      "%2f",
      "a",
      "?",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string()), { maxLength: 8 }).map((parts) => parts.join("")),
        (value) => {
          const { origin } = new URL(parseReturnTo(value), "https://earshot.example");
          expect(origin).toBe("https://earshot.example");
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("signInPath", () => {
  it("carries the way back, and nothing when that is where one lands anyway", () => {
    expect(signInPath("/audit?a=1&b=2")).toBe("/sign-in?next=%2Faudit%3Fa%3D1%26b%3D2");
    expect(signInPath("/recordings")).toBe("/sign-in?next=%2Frecordings");
    expect(signInPath("/")).toBe("/sign-in");
    expect(signInPath("//evil.example")).toBe("/sign-in");
    expect(signInPath(undefined)).toBe("/sign-in");
  });
});
