import { afterAll, expect, test } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { sendWithBearer, TokenKeeper } from "./connection";
import { readTokenLife } from "./request-token";

const utcOffsetMinutes = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120,
  180, 210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765,
  780, 840,
];
const processZones = [
  "UTC",
  "Australia/Eucla",
  "America/St_Johns",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Europe/Berlin",
];
const skewsMs = [-86_400_000, -90_500, 0, 45_250, 7_200_000];
const livesSeconds = [5, 30, 60, 61, 300, 900, 3_600, 86_400];
const latencyMs = 40;

const original = process.env.TZ;
afterAll(() => {
  process.env.TZ = original;
});

test.each(processZones)(
  "in %s no caller sees a 401, from whatever offset the service writes",
  async (zone) => {
    process.env.TZ = zone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const offsetMinutes of utcOffsetMinutes) {
      for (const skewMs of skewsMs) {
        for (const lifeSeconds of livesSeconds) {
          const about = JSON.stringify({ offsetMinutes, skewMs, lifeSeconds });
          const guessing = await simulate({ offsetMinutes, skewMs, lifeSeconds, knowsZone: false });
          expect(guessing.refusedToCallers, about).toBe(0);
          const knowing = await simulate({ offsetMinutes, skewMs, lifeSeconds, knowsZone: true });
          expect(knowing.refusedToCallers, about).toBe(0);
          if (lifeSeconds >= 60) expect(knowing.refusedByService, about).toBe(0);
        }
      }
    }
  },
  60_000,
);

/**
 * Three lives of a token, in virtual time: a caller every 17th of a life, one idle life, and callers
 * whose request would arrive just after the end.
 */
async function simulate(world: {
  offsetMinutes: number;
  skewMs: number;
  lifeSeconds: number;
  knowsZone: boolean;
}) {
  let nowMs = Date.UTC(2026, 2, 29, 0, 59, 59, 900);
  const lifeMs = world.lifeSeconds * 1_000;
  const expiries = new Map<string, number>();
  let refusedByService = 0;
  let refusedToCallers = 0;

  const keeper = new TokenKeeper(
    async () => {
      nowMs += latencyMs;
      const expiresAtMs = Math.floor((nowMs + lifeMs) / 1_000) * 1_000;
      const token = `token-${expiries.size}`;
      expiries.set(token, expiresAtMs);
      const printed = new Date(expiresAtMs + world.offsetMinutes * 60_000).toISOString();
      const life = readTokenLife(printed.slice(0, 19).replace("T", " "), {
        timeZone: world.knowsZone ? toZone(world.offsetMinutes) : undefined,
        dateHeader: new Date(nowMs).toUTCString(),
        localMs: nowMs + world.skewMs,
      });
      if (life === undefined) throw new Error(`not read: ${printed}`);
      return { token: new Secret(token), lifeMs: life };
    },
    { monotonicMs: () => nowMs - 1_000_000, wallMs: () => nowMs + world.skewMs },
  );
  const service = { origin: "https://service.test", keeper };
  const call = () =>
    sendWithBearer(service, new URL("https://service.test/audio"), async (headers) => {
      nowMs += latencyMs;
      const token = headers.Authorization?.replace("Bearer ", "") ?? "";
      const isGood = nowMs < (expiries.get(token) ?? 0);
      if (!isGood) refusedByService += 1;
      return { status: isGood ? 200 : 401, discard: () => undefined };
    });

  for (let step = 0; step < 51; step += 1) {
    nowMs += step === 30 ? lifeMs : lifeMs / 17;
    const endMs = [...expiries.values()].at(-1) ?? 0;
    if (step % 20 === 10) nowMs = Math.max(nowMs, endMs - latencyMs / 2);
    const result = await call();
    if (!("answer" in result) || result.answer.status === 401) refusedToCallers += 1;
  }
  return { refusedByService, refusedToCallers };
}

function toZone(offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes);
  const [hours, minutes] = [Math.floor(size / 60), size % 60];
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${offsetMinutes < 0 ? "-" : "+"}${pad(hours)}:${pad(minutes)}`;
}
