import { setTimeout as sleep } from "node:timers/promises";
import type { RawAnswer } from "../requests/raw-request";
import { pathOf, type Route } from "../requests/routes";
import { sideBySide } from "../requests/side-by-side";
import { findPlainly, type Words } from "../requests/traces";
import type { SeededServer } from "../server/seeded-server";
import { type Approach, approach } from "./request-variants";
import { type ServerAction, toActionCall, toFormCall } from "./server-actions";
import type { Visitor } from "./visitors";

export type Visit = {
  route: Route;
  /** As `GET /recordings`. */
  name: string;
  answer: RawAnswer;
  /** Which words were seen, but for those that the visitor said first. */
  leaks: string[];
};

type Way = { route: Route; way: Approach };

const width = 6;

/** Tries all the routes in all the ways. */
export async function visitAll(
  { earshot, segments }: SeededServer,
  visitor: Visitor,
  routes: Route[],
  ways: Approach[],
  words: Words,
): Promise<Visit[]> {
  const tries = routes.flatMap((route) => ways.map((way): Way => ({ route, way })));
  return sideBySide(tries, visitor.prepare ? 1 : width, async ({ route, way }) => {
    const path = pathOf(route, segments);
    await visitor.prepare?.();
    const answer = await askWithRetries(() =>
      approach(earshot.url, way.toCall(path, route), visitor.cookie),
    );
    const leaks = findPlainly(answer.seen, withoutSaid(words, path));
    return { route, answer, leaks, name: `${way.name} ${route.pattern}` };
  });
}

/** A person has only so many exports at once, and of the ways side by side several are one. */
async function askWithRetries(ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  for (let left = mostTries; ; left--) {
    const answer = await ask();
    if (answer.status !== 429 || !answer.text.includes("too-many-open") || left === 0)
      return answer;
    await sleep(250);
  }
}

const mostTries = 40;

export function describeLeaks(visits: Visit[]): string[] {
  return visits.flatMap(({ name, leaks }) => leaks.map((leak) => `${name} shows ${leak}`));
}

type Tries = {
  actions: ServerAction[];
  /** Names pages; "" is that of the call. */
  from: string[];
  /** Whether only as the browser sends a form with scripts, and without. */
  isBrief?: boolean;
};

/** Calls the actions with arguments that would do, and tells what they did all the same. */
export async function tryActions(
  server: SeededServer,
  visitor: Visitor,
  { actions, from, isBrief = false }: Tries,
  words: Words,
): Promise<string[]> {
  const { earshot, service, segments } = server;
  const before = await readStanding(server);
  const form = {
    role: "administrator",
    member: before.memberId,
    invitation: before.invitationId,
    secret: before.secretId,
    delivery: segments["deliveries/[id]"] ?? "",
    filter: "",
    email: "stranger@stranger.example",
    password: "a guess of a stranger",
    name: "Stranger",
    token: "not-a-link-of-this-earshot",
    next: "/recordings",
    drift: before.driftId,
    keep: "days",
    days: "1",
    confirmed: "1",
    view: before.viewId,
    query: "status=failed",
    gap: "1000000~!",
    statuses: '["completed"]',
  };
  const recording = pathOf({ pattern: "/recordings/[id]" }, segments);
  const pages = from.map((page) => page || recording);
  const tries = actions.flatMap((action) => pages.map((page) => ({ action, page })));
  const askedBefore = service.received.length;

  const deeds = await sideBySide(tries, visitor.prepare ? 1 : width, async ({ action, page }) => {
    const calls = [
      await toActionCall(action, page, [null, form]),
      await toFormCall(action, page, form),
    ];
    if (!isBrief) {
      calls.push(
        await toActionCall(action, page, [form]),
        await toActionCall(action, page, []),
        await toActionCall(action, page, [before.secretId]),
      );
    }
    if (!isBrief && page === "/recordings") {
      calls.push(
        await toActionCall(action, page, [named, "Stranger", true]),
        await toActionCall(action, page, [named, traits]),
        await toActionCall(action, page, [named, null]),
        await toActionCall(action, page, [likeness, true]),
        await toActionCall(action, page, [undoing]),
        await toActionCall(action, page, ["status"]),
      );
    }
    const told: string[] = [];
    for (const call of calls) {
      await visitor.prepare?.();
      const { seen } = await approach(earshot.url, call, visitor.cookie);
      const leaks = findPlainly(seen, {
        ...withoutSaid(words, page),
        "a link to join": "/set-up/",
      });
      told.push(...leaks.map((leak) => `${action.name} at ${page} shows ${leak}`));
    }
    return told;
  });
  const after = await readStanding(server);
  return [
    ...deeds.flat(),
    ...(after.state === before.state ? [] : ["something was changed"]),
    ...(service.received.length === askedBefore ? [] : ["the calling service was asked"]),
  ];
}

const named = { plain: { field: "status", value: "completed", values: ["completed"] } };
const traits = { plain: { colour: null, group: "Strange" } };
const likeness = { plain: { field: "status", into: "completed", names: ["failed"] } };
/** Takes the name back that `completed` has. */
const undoing = {
  plain: {
    field: "status",
    terms: [
      {
        value: "completed",
        before: { displayName: null, colour: null, group: null, position: null },
        after: { displayName: "Done", colour: null, group: null, position: null },
      },
    ],
  },
};

/** What an action could do harm to, and how all of that stands. */
async function readStanding({ database }: SeededServer) {
  const read = async (query: string) => (await database.query<Row>(query)).rows;
  const people = await read('SELECT id, role AS state FROM "user" ORDER BY id');
  const invitations = await read(
    "SELECT encode(token_hash, 'hex') AS id, used_at AS state FROM invitation ORDER BY id",
  );
  const secrets = await read("SELECT id, revoked_at AS state FROM webhook_secret ORDER BY id");
  const deliveries = await read("SELECT id, reread_at AS state FROM delivery ORDER BY id");
  const rereadings = await read("SELECT id, state FROM reread_job ORDER BY id");
  // What is seen becomes a row a moment later, whoever does what.
  const drift = await read("SELECT drift_id AS id, NULL AS state FROM drift_tally");
  drift.push(...(await read("SELECT id, acknowledged_at AS state FROM drift ORDER BY id")));
  const acknowledged = drift.filter(({ state }) => state !== null);
  const settings = await read("SELECT name AS id, value AS state FROM setting ORDER BY name");
  // Anybody may have views of their own.
  const views = await read(
    "SELECT id, row(owner_id, private_to, name, query, is_team_default)::text AS state FROM saved_view WHERE private_to IS NULL AND name = 'Of the team' ORDER BY id",
  );
  const terms = await read(
    "SELECT value AS id, vocabulary_term::text AS state FROM vocabulary_term ORDER BY field, value",
  );
  const others = await read(
    `SELECT 'gap' AS id, acknowledged_gap::text AS state FROM acknowledged_gap
     UNION ALL SELECT 'success', success_status::text FROM success_status
     UNION ALL SELECT 'distinct', vocabulary_distinction::text FROM vocabulary_distinction ORDER BY 1, 2`,
  );
  return {
    memberId: String(people.find(({ state }) => state === "member")?.id),
    invitationId: String(invitations.find(({ state }) => state === null)?.id),
    secretId: String(secrets.find(({ state }) => state === null)?.id),
    driftId: String(drift.find(({ state }) => state === null)?.id),
    viewId: String(views[0]?.id),
    state: JSON.stringify([
      people,
      invitations,
      secrets,
      deliveries,
      rereadings,
      acknowledged,
      settings,
      views,
      terms,
      others,
    ]),
  };
}

type Row = { id: string; state: unknown };

/** An answer may repeat what stood in the request. */
function withoutSaid(words: Words, path: string): Words {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => !path.includes(word)));
}
