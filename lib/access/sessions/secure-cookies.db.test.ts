import { afterAll, beforeAll, expect, it } from "vitest";
import { readViewer } from "../gate/gate";
import {
  addAccount,
  openTestAccess,
  password,
  post,
  signedInHeaders,
} from "../members/test-access";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess("https://calls.example.com"));
});
afterAll(() => close());

it("keeps the session to https where the public address is https", async () => {
  const { email } = await addAccount();
  const response = await post("/sign-in/email", { email, password });
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-earshot\..*; Secure(;|$)/);
  expect(await readViewer(await signedInHeaders(email), { touch: true })).toMatchObject({ email });
});

it("refuses a page on this machine then", async () => {
  const { email } = await addAccount();
  const headers = { origin: "http://localhost:3000" };
  expect((await post("/sign-in/email", { email, password }, headers)).status).toBe(403);
});
