import "server-only";
import { sessionPool } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";

/** A session on which an answer that takes long depends. */
export type HeldSession = {
  /** Aborts once the session is over ("signed-out") or its person's role is another. */
  signal: AbortSignal;
  /** True when the database has just said that it goes on; false as well when it doesn't answer. */
  confirm: () => Promise<boolean>;
  /** When the database last said that it goes on, on the clock of `performance.now()`. */
  seenMs: () => number;
  /** To be called when the answer is over. */
  release: () => void;
};

/** The one watch of this process. */
export const sessionWatch = processWide("earshotSessionWatch", () => new SessionWatch());

/** What an answer under way outlives its session by, at most, on a database that answers. */
const everyMs = 400;

type Hold = { sessionId: string; role: string; ending: AbortController; seenMs: number };

/**
 * Looks after the sessions of answers that are under way, in the database, where every process ends
 * them: by signing out, by removal, by another role, by age. One look serves all of them.
 */
class SessionWatch {
  readonly #holds = new Set<Hold>();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<boolean> = Promise.resolve(true);
  #next: Promise<boolean> | undefined;
  #changes = 0;

  /** How often this process has ended a session or changed a role; see `noteChange`. */
  get changes(): number {
    return this.#changes;
  }

  /** To be called when this process has just ended a session or changed a role: nothing read before holds. */
  noteChange(): void {
    this.#changes++;
  }

  /** Of a session that was just read. */
  hold(sessionId: string, role: string): HeldSession {
    const hold = { sessionId, role, ending: new AbortController(), seenMs: performance.now() };
    this.#holds.add(hold);
    this.#lookAgain();
    const { signal } = hold.ending;
    return {
      signal,
      confirm: async () => (await this.#look()) && !signal.aborted,
      seenMs: () => hold.seenMs,
      release: () => void this.#holds.delete(hold),
    };
  }

  #lookAgain(): void {
    this.#timer ??= setTimeout(async () => {
      if (this.#holds.size > 0) await this.#look();
      this.#timer = undefined;
      if (this.#holds.size > 0) this.#lookAgain();
    }, everyMs).unref();
  }

  /** Sees what is no older than this call: a look that has begun already is waited for, not joined. */
  #look(): Promise<boolean> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      this.#current = this.#ask();
      return this.#current;
    });
    return this.#next;
  }

  /** False when the database doesn't answer: then nobody knows, and nothing is ended. */
  async #ask(): Promise<boolean> {
    const asked = [...this.#holds];
    const now = sessionNow();
    const beganMs = performance.now();
    try {
      const sessions = await prismaOn(sessionPool()).session.findMany({
        where: {
          id: { in: [...new Set(asked.map(({ sessionId }) => sessionId))] },
          expiresAt: { gt: now },
          lastSeenAt: { gt: idleSince(now) },
        },
        select: { id: true, user: { select: { role: true } } },
      });
      const roles = new Map(sessions.map(({ id, user }) => [id, user.role]));
      for (const hold of asked) {
        const role = roles.get(hold.sessionId);
        if (role === hold.role) {
          hold.seenMs = beganMs;
          continue;
        }
        this.#holds.delete(hold);
        hold.ending.abort(role === undefined ? "signed-out" : "role-changed");
      }
      return true;
    } catch {
      return false;
    }
  }
}

/** The time by which sessions begin and end: the database's, where this machine's clock differs much from it. */
export function sessionNow(): Date {
  return new Date(eventNowMs());
}

/** A session ends twelve hours after sign-in, whatever happens. */
export const sessionSeconds = 12 * 60 * 60;

/** A session that nobody used for 30 minutes is over. */
const idleMs = 30 * 60 * 1000;

/** How stale `lastSeenAt` may get before it is written again. */
export const touchEveryMs = 60 * 1000;

export function isIdle(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= idleMs;
}

/** The last instant at which a session that is idle now was seen. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - idleMs);
}
