import { createHmac } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it, test } from "vitest";
import { budgets } from "@/lib/platform/settings/budgets";
import { answerStranger, home, parseReturnTo, signInPath } from "./strangers";

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

const secret = "a secret of the server's, long enough";
const get = (url: string, headers = {}) => answerStranger({ method: "GET", url, headers }, "::1");

function cookie(token: string, key = secret): string {
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return `other=1; earshot.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

beforeAll(() => {
  process.env.AUTH_SECRET = secret;
});

test("a page leads to the sign-in, and back to itself", () => {
  expect(get("/recordings?status=failed&_rsc=1x")).toMatchObject({
    status: 307,
    headers: { Location: "/sign-in?next=%2Frecordings%3Fstatus%3Dfailed" },
  });
  expect(get("/recordings?_rsc=1x")?.headers.Location).toBe("/sign-in?next=%2Frecordings");
  expect(get("/")?.headers.Location).toBe("/sign-in");
  expect(get("//evil.example/x")?.headers.Location).toBe("/sign-in");
  expect(get("/nothing/here")?.status).toBe(307);
});

test("interfaces answer 401, forms are led on, and HEAD is like GET", () => {
  expect(get("/api/recordings/export")).toMatchObject({ status: 401 });
  const asked = (method: string, headers = {}) =>
    answerStranger({ method, url: "/recordings", headers }, "::1");
  expect(asked("HEAD")?.status).toBe(307);
  expect(asked("POST")).toMatchObject({ status: 303, headers: { Location: expect.anything() } });
  expect(asked("POST", { "next-action": "0" })?.headers).toMatchObject({
    "x-action-redirect": "/sign-in?next=%2Frecordings;push",
  });
});

describe("what is not ours to refuse", () => {
  test.each([
    "/api/health",
    "/api/ready",
    "/api/webhooks/recordings/x",
    "/icon.svg",
    "/sign-in?next=/",
    "/set-up/x",
    "/api/auth/sign-in/email",
  ])("%s", (url) => {
    expect(get(url)).toBeUndefined();
  });
});

test("only a cookie that this server signed goes on", () => {
  expect(get("/recordings", { cookie: cookie("token") })).toBeUndefined();
  const forged = [
    cookie("token", "another secret"),
    cookie("token").replace("token.", "other."),
    "earshot.session_token=token",
    "earshot.session_token=%",
    "earshot.session_token=.",
    `earshot.session_token=${"x".repeat(10_000)}.${"y".repeat(10_000)}`,
  ];
  for (const one of forged) expect(get("/recordings", { cookie: one })?.status).toBe(307);
});

test("an address has so many visits a minute, and others have theirs", () => {
  const visit = (address: string, nowMs: number, headers = {}) =>
    answerStranger({ method: "GET", url: "/sign-in", headers }, address, nowMs)?.status;
  const { ofAddress, windowMs } = budgets.visits;
  for (let n = 0; n < ofAddress; n++) expect(visit("192.0.2.1", 0)).toBeUndefined();
  expect(visit("192.0.2.1", windowMs - 1)).toBe(429);
  expect(visit("192.0.2.2", windowMs - 1)).toBeUndefined();
  expect(visit("192.0.2.1", windowMs - 1, { cookie: cookie("token") })).toBeUndefined();
  expect(visit("192.0.2.1", windowMs)).toBeUndefined();
});

test("files that the build doesn't have are missing without a page that says so", () => {
  for (const path of ["static/none.js", "static/../../package.json", "static/%00", "image?url=x"]) {
    expect(get(`/_next/${path}`)?.status).toBe(404);
  }
});
