import "server-only";
import type { Secret } from "@/lib/platform/settings/secret";
import type { ConnectionFault, IssuedToken } from "./request-token";

/** A token in hand. Its times are of the keeper's monotonic clock, in milliseconds. */
export type HeldToken = {
  readonly token: Secret;
  readonly refreshFromMs: number;
  readonly usableUntilMs: number;
  /** Of the wall clock, for people. */
  readonly obtainedAt: Date;
  readonly expiresAt: Date;
};

export type TokenFailure = { fault: ConnectionFault; at: Date; retryAt: Date | null };

type TokenClock = { monotonicMs: () => number; wallMs: () => number };

/**
 * Holds one token for however many callers. At most one exchange is under way at a time; it begins
 * while the old token is still good, so that callers wait only when there is none. After a failure
 * callers get the remembered fault at once until the back-off is over: 1 s, doubling up to 5 min.
 */
export class TokenKeeper {
  #held: HeldToken | undefined;
  #exchange: Promise<HeldToken | ConnectionFault> | undefined;
  #failure: TokenFailure | undefined;
  #failures = 0;
  #retryFromMs = Number.NEGATIVE_INFINITY;
  #obtainedAt: Date | undefined;

  /** @param request must not throw. */
  constructor(
    private readonly request: () => Promise<IssuedToken | ConnectionFault>,
    private readonly clock: TokenClock = processClock,
  ) {}

  /** A token that is good for now. */
  async obtain(): Promise<HeldToken | ConnectionFault> {
    const nowMs = this.clock.monotonicMs();
    const isBackingOff = nowMs < this.#retryFromMs;
    const held = this.#valid(nowMs);
    if (held) {
      if (nowMs >= held.refreshFromMs && !isBackingOff) void this.renew();
      return held;
    }
    if (isBackingOff && this.#failure && !this.#exchange) return this.#failure.fault;
    return this.renew();
  }

  /**
   * Another token than the one that the service refused. However many callers report the same one,
   * it is exchanged once; if it was replaced meanwhile, they get the newer one.
   */
  async replace(refused: HeldToken): Promise<HeldToken | ConnectionFault> {
    if (this.#held !== refused) return this.obtain();
    this.#held = undefined;
    return this.renew();
  }

  /** Makes an exchange now, back-off or not, or joins the one that is under way. */
  renew(): Promise<HeldToken | ConnectionFault> {
    this.#exchange ??= this.#exchangeOnce().finally(() => {
      this.#exchange = undefined;
    });
    return this.#exchange;
  }

  /** How things stand; null is "never" or "none valid". */
  report(): {
    obtainedAt: Date | null;
    expiresAt: Date | null;
    lastFailure: TokenFailure | null;
    isFailing: boolean;
  } {
    return {
      obtainedAt: this.#obtainedAt ?? null,
      expiresAt: this.#valid(this.clock.monotonicMs())?.expiresAt ?? null,
      lastFailure: this.#failure ?? null,
      isFailing: this.#failures > 0,
    };
  }

  #valid(nowMs: number): HeldToken | undefined {
    return this.#held && nowMs < this.#held.usableUntilMs ? this.#held : undefined;
  }

  async #exchangeOnce(): Promise<HeldToken | ConnectionFault> {
    const askedAtMs = this.clock.monotonicMs();
    const result = await this.request();
    return "token" in result ? this.#keep(result, askedAtMs) : this.#remember(result);
  }

  #keep({ token, lifeMs }: IssuedToken, askedAtMs: number): HeldToken {
    const wallMs = this.clock.wallMs();
    const elapsedMs = this.clock.monotonicMs() - askedAtMs;
    const held: HeldToken = {
      token,
      refreshFromMs: askedAtMs + refreshAge(lifeMs),
      usableUntilMs: askedAtMs + lifeMs - Math.min(lifeMs / 10, 5_000),
      obtainedAt: new Date(wallMs),
      expiresAt: toDate(wallMs - elapsedMs + lifeMs),
    };
    this.#held = held;
    this.#obtainedAt = held.obtainedAt;
    this.#failures = 0;
    this.#retryFromMs = Number.NEGATIVE_INFINITY;
    if (this.#failure) this.#failure = { ...this.#failure, retryAt: null };
    return held;
  }

  #remember(fault: ConnectionFault): ConnectionFault {
    const waitMs = Math.min(1_000 * 2 ** this.#failures, 300_000);
    this.#failures += 1;
    this.#retryFromMs = this.clock.monotonicMs() + waitMs;
    const wallMs = this.clock.wallMs();
    this.#failure = { fault, at: new Date(wallMs), retryAt: new Date(wallMs + waitMs) };
    return fault;
  }
}

const processClock: TokenClock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** At 80 % of its life, or 5 minutes before its end if that is sooner, but not in its first half. */
function refreshAge(lifeMs: number): number {
  return Math.max(lifeMs / 2, Math.min(lifeMs * 0.8, lifeMs - 300_000));
}

/** An `expiresAt` of the year 9999 and later still gives a date that can be written. */
function toDate(ms: number): Date {
  return new Date(Math.min(ms, 253_402_300_799_999));
}

/** An answer that can be let go of unread. */
export type BearerAnswer = { status: number; discard: () => void };

export type BearerResult<T> = { answer: T } | { fault: ConnectionFault };

/**
 * Sends the token to `service.origin` alone; after a 401 gets one new token and tries once more. No
 * token: the fault, and nothing was sent.
 */
export async function sendWithBearer<T extends BearerAnswer>(
  service: { origin: string; keeper: TokenKeeper } | undefined,
  url: URL,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<BearerResult<T>> {
  if (url.origin !== service?.origin) return { answer: await send({}) };

  const held = await service.keeper.obtain();
  if (!("token" in held)) return { fault: held };
  const answer = await send({ Authorization: `Bearer ${held.token.reveal()}` });
  if (answer.status !== 401) return { answer };

  answer.discard();
  const newer = await service.keeper.replace(held);
  if (!("token" in newer)) return { fault: newer };
  return { answer: await send({ Authorization: `Bearer ${newer.token.reveal()}` }) };
}
