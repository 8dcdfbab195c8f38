import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Site } from "../server/site";

export type Visit = {
  site: Site;
  /** The folder whose build answers. */
  source: string;
  /** The headers by which people are known, each with a session of their own. */
  people: string[];
  isShort: boolean;
  stop: AbortSignal;
  answers: Answers;
};

/** What a crowd was told. */
export class Answers {
  /** How often each answer came: a status, or the code of a socket's fault. */
  readonly counts: Record<string, number> = {};
  /** Those that are neither expected nor a budget's, which says when to come again. */
  wrong = 0;

  constructor(private readonly expected: (number | string)[]) {}

  add(answer: number | string, headers: IncomingHttpHeaders = {}): void {
    this.counts[answer] = (this.counts[answer] ?? 0) + 1;
    const isBudget = (answer === 429 || answer === 503) && headers["retry-after"] !== undefined;
    if (!isBudget && !this.expected.includes(answer)) this.wrong++;
  }
}

type Asked = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

/** Asks as person number `n`, from an address of their own. */
export function askAs(n: number, visit: Visit, asked: Asked): Promise<void> {
  const person = n % visit.people.length;
  const known = {
    Cookie: visit.people[person] ?? "",
    "X-Forwarded-For": `203.0.113.${person % 256}`,
  };
  return ask(visit, { ...asked, headers: { ...known, ...asked.headers } });
}

/** Resolves when the answer has ended, whatever it is. */
export function ask(
  { site, stop, answers }: Visit,
  { method = "GET", path, headers, body = "" }: Asked,
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(
      `${site.server.url}${path}`,
      { method, agent, signal: stop, headers },
      (answer) => {
        answers.add(answer.statusCode ?? 0, answer.headers);
        answer.resume().once("close", () => end(answer.complete ? undefined : "broken off"));
      },
    );
    const end = (fault?: string) => {
      if (fault !== undefined && !stop.aborted) answers.add(fault);
      resolve();
    };
    sent.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.end(body);
  });
}
