import { makeHostileBodies } from "../bodies/hostile-bodies";
import { sendHostileRequests } from "../bodies/hostile-requests";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { checkSite } from "../server/check-site";
import { countEnded } from "../server/program-pids";
import { withSite } from "../server/site";
import type { Setting } from "./scenario";

/** Bodies and requests that are made to break something. Everything authentic must be kept. */
export async function measureHostile(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const generated = isShort ? 1_000 : 100_000;
  const named = makeHostileBodies().length;
  const seed = Math.floor(Math.random() * 1_000_000);
  const source = await setting.source();

  return withSite({ scratch, name: "hostile", source, rows }, async (site) => {
    const { webhookUrl: url } = site.server;
    const before = await site.server.pids();
    const pace = { kind: "closed", connections: 16 } as const;
    say(`hostile: ${named} named bodies, then ${generated} of seed ${seed}`);
    const runs = [
      await site.sender.send({ url, bodies: { kind: "named" }, pace, until: { events: named } }),
      await site.sender.send({
        url,
        pace,
        until: { events: generated },
        bodies: { kind: "generated", seed },
      }),
    ];
    const requests = await sendHostileRequests(url, site.ledger);
    for (const fault of requests.faults) say(`hostile: ${fault}`);

    const answers = runs.flatMap((run) => Object.entries(run.answers));
    const count = (matches: (answer: string) => boolean) =>
      answers.reduce((sum, [answer, times]) => sum + (matches(answer) ? times : 0), 0);
    say(`hostile: answers ${JSON.stringify(runs.map((run) => run.answers))}`);
    const ledgerFigures = await checkSite("hostile", site);
    const after = await site.server.pids();
    const crashes = countEnded(before, after);
    return [
      reported("hostile.named-bodies", named, "events"),
      reported("hostile.generated-bodies", generated, "events"),
      reported("hostile.requests", requests.sent, "requests"),
      atMost(
        "hostile.server-errors",
        count((answer) => answer.startsWith("5")),
        "events",
        0,
      ),
      atMost(
        "hostile.not-accepted",
        count((answer) => answer !== "202"),
        "events",
        0,
      ),
      atMost("hostile.requests-answered-otherwise", requests.faults.length, "requests", 0),
      atMost("hostile.crashes", crashes, "crashes", 0),
      ...ledgerFigures,
    ];
  });
}
