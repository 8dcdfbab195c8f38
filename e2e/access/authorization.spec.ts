import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { beginReading } from "../support/requests/begin-reading";
import { byLength, longer, scaledTimeoutMs } from "../support/requests/fault-length";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { findRoutes, type Route } from "../support/requests/routes";
import type { Words } from "../support/requests/traces";
import { sayOfMarked } from "../support/server/marked-recording";
import { startSeededServer } from "../support/server/seeded-server";
import {
  forAdministrators,
  isClosed,
  isClosedAction,
  publicActions,
  publicRoutes,
  withoutTheCall,
} from "../support/sweep/expected-access";
import { approach, unusualApproaches, usualApproaches } from "../support/sweep/request-variants";
import { describeLeaks, tryActions, type Visit, visitAll } from "../support/sweep/route-sweep";
import {
  callAction,
  findServerActions,
  type ServerAction,
  toFormCall,
} from "../support/sweep/server-actions";
import {
  aMember,
  anAgedMember,
  type Issuer,
  inviteMember,
  isSigned,
  strangers,
} from "../support/sweep/visitors";

test.describe.configure({ timeout: scaledTimeoutMs(180_000) });

const everyWay = [...usualApproaches, ...unusualApproaches];
const plainly = usualApproaches.filter(({ name }) => name === "GET");
/** One of each kind: a page, a change, and what Next asks for in the place of a page. */
const fewWays = usualApproaches.filter(({ name }) =>
  ["GET", "POST", "RSC", "RSC of the page without its layouts"].includes(name),
);

/** From which actions are tried; "" is that of the call. */
const everyPage = ["/sign-in", "/recordings", "", "/settings/members", "/no-such-page"];
const closedPages = ["/recordings"];
const somePages = ["/sign-in", ...closedPages];
/** Of the strangers whose session is none; the others like it have theirs made anew before each request. */
const triesAll = "a session that was signed out";

let server: Issuer;
/** What no stranger may see, and what no member may see either. */
let ofTheCall: Words;
let ofTheServer: Words;
let routes: Route[];
let actions: ServerAction[];

test.beforeAll(async () => {
  const authSecret = randomBytes(24).toString("hex");
  const webhookSecret = randomBytes(24).toString("hex");
  const env = { AUTH_SECRET: authSecret, WEBHOOK_SECRET: webhookSecret };
  server = { ...(await startSeededServer(randomBytes(24).toString("hex"), env)), authSecret };
  ofTheCall = server.recording.marks;
  ofTheServer = { "webhook secret": webhookSecret };
  routes = await findRoutes();
  actions = await findServerActions();
  // There is somebody to remove, an invitation to revoke, and a view and a name to change.
  await aMember(server);
  await callAction(server.earshot.url, server.cookie, inviteMember);
  await callAction(server.earshot.url, server.cookie, {
    name: "lib/saved-views/actions.ts saveView",
    page: "/recordings",
    given: [null, { name: "Of the team", query: "status=completed", for: "team" }],
  });
  await callAction(server.earshot.url, server.cookie, {
    name: "lib/vocabulary/actions.ts saveName",
    page: "/settings/vocabulary",
    given: [{ plain: { field: "status", values: ["completed"] } }, "Done", false],
  });
  await sayOfMarked(server.recording, server.database);
});

test.afterAll(() => server?.close());

test("the lists name only what there is", async () => {
  const patterns = routes.map(({ pattern }) => pattern);
  expect(patterns).toEqual(expect.arrayContaining([...publicRoutes, ...withoutTheCall]));
  expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(publicActions));
  expect(Object.keys(strangers)).toContain(triesAll);
});

test("whoever is signed in finds the call behind the routes", async () => {
  const closed = routes.filter(isClosed);
  const visits = await visitAll(server, server, closed, usualApproaches, ofTheCall);
  const showing = visits.filter(({ leaks }) => leaks.length > 0).map(({ name }) => name);
  const expected = closed
    .filter(({ pattern }) => !withoutTheCall.includes(pattern))
    .flatMap(({ kind, pattern }) =>
      ["GET", ...(kind === "page" ? ofPages : [])].map((way) => `${way} ${pattern}`),
    );
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.filter((name) => !showing.includes(name))).toEqual([]);
});

test("whoever is signed in can do something by an action, and by a form without scripts", async () => {
  const { earshot, cookie, database, service } = server;
  const asked = service.received.length;
  await callAction(earshot.url, cookie, {
    name: "lib/calling-service/actions.ts testCallingService",
    page: "/settings/calling-service",
    given: [],
  });
  expect(service.received.length).toBe(asked + 1);

  const findViews = "SELECT FROM saved_view WHERE name = 'Of the team'";
  const findTerms = "SELECT FROM vocabulary_term WHERE display_name = 'Done'";
  expect((await database.query(findViews)).rowCount).toBe(1);
  expect((await database.query(findTerms)).rowCount).toBe(1);

  const invited = await callAction(earshot.url, cookie, inviteMember);
  const token = /\/set-up\/([\w-]+)/.exec(invited.text)?.[1] ?? "";
  const invitation = createHash("sha256").update(token).digest("hex");
  const find = "SELECT FROM invitation WHERE encode(token_hash, 'hex') = $1";
  expect((await database.query(find, [invitation])).rowCount).toBe(1);
  const revoke = actions.find(({ name }) => name.endsWith(" revokeMemberInvitation"));
  const call = await toFormCall(revoke ?? { id: "", name: "" }, "/settings/members", {
    invitation,
  });
  await approach(earshot.url, call, cookie);
  expect((await database.query(find, [invitation])).rowCount).toBe(0);
});

test("a session is open for almost twelve hours, and for almost half an hour unused", async () => {
  for (const age of [
    { minutesOld: 12 * 60 - 1, minutesIdle: 0 },
    { minutesOld: 60, minutesIdle: 29 },
  ]) {
    const visitor = await anAgedMember(server, age);
    const visits = await visitAll(server, visitor, [routeOf("/recordings")], plainly, ofTheCall);
    expect(describeLeaks(visits)).not.toEqual([]);
  }
});

for (const [who, arrive] of Object.entries(strangers)) {
  test(`no page or route opens to ${who}`, longer, async () => {
    const visitor = await arrive(server);
    const words = { ...ofTheCall, ...ofTheServer };
    // What leads around a gate doesn't depend on what is shown to it: nobody in particular tries every
    // way, and in a short run the others one of each kind.
    const ways = visitor.cookie === "" ? everyWay : byLength(fewWays, usualApproaches);
    const visits = await visitAll(server, visitor, routes, ways, words);
    expect(describeLeaks(visits)).toEqual([]);
    const plain = visits.filter(isPlain);
    expect(plain).toHaveLength(routes.length);
    for (const { route, answer } of plain) {
      if (!isClosed(route)) continue;
      if (route.kind === "route") expect.soft(answer.status, route.pattern).toBe(401);
      else expect.soft(answer.location, route.pattern).toMatch(/^\/sign-in(\?|$)/);
    }
  });

  test(`no action does anything for ${who}`, longer, async () => {
    const visitor = await arrive(server);
    const isNobody = visitor.cookie === "";
    const tried = isNobody ? actions : actions.filter(isClosedAction);
    // Nobody in particular tries at all of the pages; what an action makes of a session that is none
    // doesn't depend on whether the page is closed, so in a short run the others try at one of each. The
    // gateway lets a signed cookie through to both, and so those who show one try at the closed one.
    const few = isSigned(server, visitor) ? closedPages : somePages;
    const from = isNobody ? everyPage : byLength(few, everyPage);
    // Nor does it depend on why a session is none what is made of the arguments: in a short run, of those
    // who show a signature one tries them all.
    const isBrief = isSigned(server, visitor) && who !== triesAll && byLength(true, false);
    const words = { ...ofTheCall, ...ofTheServer };
    expect(await tryActions(server, visitor, { actions: tried, from, isBrief }, words)).toEqual([]);
  });
}

test("a member finds the call, but nothing that is for administrators", longer, async () => {
  const member = await aMember(server);
  const theirs = routes.filter(({ pattern }) => forAdministrators.test(pattern));
  expect(theirs.length).toBeGreaterThan(3);
  const forAll = routes.filter((route) => isClosed(route) && !theirs.includes(route));

  const words = { ...ofTheCall, ...ofTheServer };
  const shown = await visitAll(server, member, forAll, usualApproaches, words);
  const empty = shown.filter((visit) => isPlain(visit) && visit.leaks.length === 0);
  expect(withoutTheCall).toEqual(expect.arrayContaining(empty.map(({ route }) => route.pattern)));
  const secrets = describeLeaks(shown).filter((leak) =>
    Object.keys(ofTheServer).some((name) => leak.includes(name)),
  );
  expect(secrets).toEqual([]);

  const refused = await visitAll(server, member, theirs, everyWay, words);
  expect(describeLeaks(refused)).toEqual([]);
  const plain = refused.filter(isPlain);
  expect(plain).toHaveLength(theirs.length);
  for (const { route, answer } of plain) {
    expect.soft(answer.status, route.pattern).toBe(403);
  }
  const tried = actions.filter(isClosedAction);
  const from = byLength(closedPages, everyPage);
  expect(await tryActions(server, member, { actions: tried, from }, ofTheServer)).toEqual([]);
});

const endings: Record<string, (member: { userId: string; cookie: string }) => Promise<unknown>> = {
  "is removed": ({ userId }) =>
    callAction(server.earshot.url, server.cookie, {
      name: "lib/access/members/actions.ts removeMemberAccess",
      page: "/settings/members",
      given: [null, { member: userId }],
    }),
  "is an administrator no more": ({ userId }) => changeRole(userId, "member"),
  "signs out": ({ cookie }) =>
    callAction(server.earshot.url, cookie, {
      name: "lib/access/members/actions.ts signOut",
      page: "/recordings",
      given: [],
    }),
};

for (const [how, end] of Object.entries(endings)) {
  test(`events, sound and a file under way end within a second when somebody ${how}`, async () => {
    const { earshot, service, database } = server;
    const sound = makeEvent({ recording_attachment: service.endlessAudioUrl });
    await sendEvent(earshot.webhookUrl, sound);
    await database.query(addManyCalls);
    const member = await aMember(server);
    await changeRole(member.userId, "administrator");
    const begin = (path: string, headers = {}) =>
      beginReading(`${earshot.url}${path}`, { Cookie: member.cookie, ...headers });
    const [events, audio, file] = await Promise.all([
      begin("/api/recordings/events", { Accept: "text/event-stream" }),
      begin(`/api/recordings/${sound.data.id}/audio`),
      begin("/api/recordings/export?format=csv"),
    ]);
    file.pause();
    await expect.poll(audio.size).toBeGreaterThan(5_000);
    const before = makeEvent();
    await sendEvent(earshot.webhookUrl, before);
    await expect.poll(events.text).toContain(before.data.id);

    await end(member);
    const afterwards = makeEvent();
    const sent = sendEvent(earshot.webhookUrl, afterwards);
    const endedAt = Date.now();
    await Promise.all([events.over, audio.over]);
    const tookMs = Date.now() - endedAt;
    test.info().annotations.push({ type: "measured", description: `${tookMs} ms` });
    expect(tookMs).toBeLessThan(1_000);
    await sent;
    expect(events.text()).not.toContain(afterwards.data.id);
    expect(await audio.over).toBe("broken off");
    file.resume();
    expect(await file.over).toBe("broken off");
    expect(file.size()).toBeLessThan(manyBytes / 2);
  });
}

function changeRole(userId: string, role: string) {
  return callAction(server.earshot.url, server.cookie, {
    name: "lib/access/members/actions.ts changeMemberRole",
    page: "/settings/members",
    given: [null, { member: userId, role }],
  });
}

/** More than lies between a server and a reader who doesn't read. */
const manyBytes = 60_000_000;
const addManyCalls = `
  INSERT INTO recording
  SELECT many.* FROM recording one, generate_series(1, 20000) n,
    jsonb_populate_record(one, jsonb_build_object('id', 'many-' || n,
      'summary', repeat('x', ${manyBytes / 20_000}))) many
  WHERE one.id = (SELECT min(id) FROM recording)
  ON CONFLICT DO NOTHING`;

function isPlain({ name, route }: Visit): boolean {
  return name === `GET ${route.pattern}`;
}

const ofPages = ["GET compressed", "RSC", "RSC of the page without its layouts"];

function routeOf(pattern: string): Route {
  const route = routes.find((known) => known.pattern === pattern);
  if (!route) throw new Error(`There is no ${pattern}`);
  return route;
}
