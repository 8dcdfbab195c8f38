import { type Approach, approach } from "./approaches";
import { type Door, pathOf } from "./doors";
import type { MarkedHouse } from "./marked-house";
import type { RawAnswer } from "./raw-request";
import { type ServerAction, toActionCall, toFormCall } from "./server-actions";
import { sideBySide } from "./side-by-side";
import { findPlainly, type Words } from "./traces";
import type { Visitor } from "./visitors";

export type Visit = {
  door: Door;
  /** As `GET /recordings`. */
  name: string;
  answer: RawAnswer;
  /** Which words were seen, but for those that the visitor said first. */
  leaks: string[];
};

type Way = { door: Door; way: Approach };

const width = 6;

/** Tries all the doors in all the ways. */
export async function visitDoors(
  { earshot, segments }: MarkedHouse,
  visitor: Visitor,
  doors: Door[],
  ways: Approach[],
  words: Words,
): Promise<Visit[]> {
  const tries = doors.flatMap((door) => ways.map((way): Way => ({ door, way })));
  return sideBySide(tries, visitor.prepare ? 1 : width, async ({ door, way }) => {
    const path = pathOf(door, segments);
    await visitor.prepare?.();
    const answer = await approach(earshot.url, way.toCall(path, door), visitor.cookie);
    const leaks = findPlainly(answer.seen, withoutSaid(words, path));
    return { door, answer, leaks, name: `${way.name} ${door.pattern}` };
  });
}

export function tellLeaks(visits: Visit[]): string[] {
  return visits.flatMap(({ name, leaks }) => leaks.map((leak) => `${name} shows ${leak}`));
}

/** Calls the actions with arguments that would do, and tells what they did all the same. */
export async function tryActions(
  house: MarkedHouse,
  visitor: Visitor,
  actions: ServerAction[],
  words: Words,
): Promise<string[]> {
  const { earshot, service, segments } = house;
  const before = await readAccess(house);
  const form = {
    ...{ role: "administrator", member: before.memberId, invitation: before.invitationId },
    ...{ email: "stranger@stranger.example", password: "a guess of a stranger", name: "Stranger" },
    ...{ token: "not-a-link-of-this-earshot", next: "/recordings" },
  };
  const recording = pathOf({ pattern: "/recordings/[id]" }, segments);
  const pages = ["/sign-in", "/recordings", recording, "/settings/members", "/no-such-page"];
  const tries = actions.flatMap((action) => pages.map((page) => ({ action, page })));
  const askedBefore = service.received.length;

  const deeds = await sideBySide(tries, visitor.prepare ? 1 : width, async ({ action, page }) => {
    const calls = [
      await toActionCall(action, page, [null, form]),
      await toActionCall(action, page, [form]),
      await toActionCall(action, page, []),
      await toFormCall(action, page, form),
    ];
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
  const after = await readAccess(house);
  return [
    ...deeds.flat(),
    ...(after.state === before.state ? [] : ["members or invitations were changed"]),
    ...(service.received.length === askedBefore ? [] : ["the calling service was asked"]),
  ];
}

/** Somebody and something that an action could do harm to, and how all of that stands. */
async function readAccess({ database }: MarkedHouse) {
  const { rows: users } = await database.query('SELECT id, role FROM "user" ORDER BY id');
  const { rows: invitations } = await database.query(
    "SELECT encode(token_hash, 'hex') AS id, used_at FROM invitation ORDER BY id",
  );
  return {
    memberId: String(users.find(({ role }) => role === "member")?.id),
    invitationId: String(invitations.find(({ used_at }) => used_at === null)?.id),
    state: JSON.stringify([users, invitations]),
  };
}

/** An answer may repeat what stood in the request. */
function withoutSaid(words: Words, path: string): Words {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => !path.includes(word)));
}
