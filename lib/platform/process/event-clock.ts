import "server-only";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { processWide } from "./process-wide";
import { newTopic } from "./topic";

/** How far this machine's clock is ahead of the database's, in milliseconds, as last measured. */
export const clockOffset = newTopic("clock-offset", z.number());

/** Further apart than any two clocks that somebody keeps. */
export const mostApartMs = 120_000;

/** That the clocks of server and database differ so much that neither is to be gone by; null: they don't. */
export function describeApart(serverNow: Date, databaseNow: Date): string | null {
  const apartMs = Math.abs(serverNow.getTime() - databaseNow.getTime());
  if (apartMs <= mostApartMs) return null;
  const minutes = Math.round(apartMs / 60_000);
  return `the clocks of this server and its database differ by ${minutes} minutes`;
}

/**
 * The time by which events are numbered and listening is noted. It follows the machine's clock, but for
 * two cases: where that differs much from the database's, it goes by the database's; and a leap, ahead
 * or back, is believed only once the database says that it was right, or has said nothing for a minute;
 * at once where the machine slept for so long. A start more than 30 days after the last event is such a leap.
 */
export class EventClock {
  #ms: number;
  #steadyMs: number;
  #correctionMs = 0;
  #leaptAtMs: number | null = null;
  #asleepMs: number;
  #isTold = false;

  constructor(
    private readonly wallMs: () => number = () => Date.now(),
    /** Goes on evenly, whatever becomes of the clock; it may stand still while the machine sleeps. */
    private readonly steadyNowMs: () => number = () => performance.now(),
    /** How long it has slept, counted from any moment. */
    private readonly readAsleepMs: () => number = readSystemSleep,
  ) {
    this.#asleepMs = readAsleepMs();
    this.#ms = wallMs();
    this.#steadyMs = steadyNowMs();
  }

  /** Milliseconds since 1970. */
  nowMs(): number {
    const steadyMs = this.steadyNowMs();
    const toldMs = this.wallMs() - this.#correctionMs;
    const expectedMs = this.#ms + (steadyMs - this.#steadyMs);
    if (Math.abs(toldMs - expectedMs) <= mostApartMs) return this.#follow(toldMs, steadyMs);
    if (this.#leaptAtMs === null) {
      this.#leaptAtMs = steadyMs;
      const asleepMs = this.readAsleepMs();
      const sleptMs = asleepMs - this.#asleepMs;
      this.#asleepMs = asleepMs;
      if (Math.abs(toldMs - expectedMs - sleptMs) <= mostApartMs) {
        return this.#follow(toldMs, steadyMs);
      }
    }
    if (steadyMs - this.#leaptAtMs > timeoutMs) return this.#follow(toldMs, steadyMs);
    return expectedMs;
  }

  /**
   * It was this late when the process before was last heard of. A machine whose clock is further ahead than
   * machines are off is taken for one whose clock has leapt, unless the database has spoken already.
   */
  resumeFrom(lastMs: number): void {
    if (this.#isTold || this.wallMs() - lastMs <= longestOffMs) return;
    this.#ms = lastMs;
    this.#steadyMs = this.steadyNowMs();
    this.#leaptAtMs = this.#steadyMs;
  }

  /** The database's clock was compared with this machine's. */
  hear(offsetMs: number): void {
    this.#isTold = true;
    this.#correctionMs = Math.abs(offsetMs) > mostApartMs ? offsetMs : 0;
    this.#follow(this.wallMs() - this.#correctionMs, this.steadyNowMs());
  }

  #follow(ms: number, steadyMs: number): number {
    this.#ms = ms;
    this.#steadyMs = steadyMs;
    this.#leaptAtMs = null;
    return ms;
  }
}

const timeoutMs = 60_000;
const longestOffMs = 30 * 86_400_000;

/** The time since the machine started counts its sleep, the steady clock does not. */
function readSystemSleep(): number {
  const boot = readBoot();
  return boot ? boot.upMs - Number(process.hrtime.bigint() / 1_000_000n) : 0;
}

/** Of the machine's run: its name, and how long it has lasted, whatever its clock says; null: not told. */
export function readBoot(): { id: string; upMs: number } | null {
  try {
    const [uptime = ""] = readFileSync("/proc/uptime", "utf8").split(" ");
    const id = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return { id, upMs: Number(uptime) * 1_000 };
  } catch {
    return null;
  }
}

/** The one of this process. */
export function eventNowMs(): number {
  return ownClock().nowMs();
}

/** To be called by who knows when an event was last kept here, or could have been. */
export function resumeEventTime(lastMs: number): void {
  ownClock().resumeFrom(lastMs);
}

const ownClock = processWide("earshotEventClock", startClock);

function startClock(): EventClock {
  const clock = new EventClock();
  const known = clockOffset.last();
  if (known !== undefined) clock.hear(known);
  clockOffset.subscribe((offsetMs) => clock.hear(offsetMs));
  return clock;
}
