import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/database/db";
import { clockOffset } from "@/lib/platform/process/event-clock";
import { readViewer } from "../gate/gate";
import { addAccount, emptyAccess, openTestAccess, signedInHeaders } from "../members/test-access";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await openTestAccess());
});
afterAll(() => close());

const minute = 60_000;
const hour = 60 * minute;
const read = (headers: Headers) => readViewer(headers, { touch: true });

it.each([-365, -1, 1, 365])(
  "a session goes by the database's clock where this one is off by %i days",
  async (days) => {
    await emptyAccess();
    const { email } = await addAccount();
    const before = await signedInHeaders(email);
    const offMs = days * 24 * hour;
    const realMs = Date.now();
    try {
      vi.useFakeTimers({ toFake: ["Date"], now: realMs + offMs });
      clockOffset.publish(offMs);
      expect(await read(before)).not.toBeNull();
      const after = await signedInHeaders(email);
      expect(await read(after)).not.toBeNull();
      const sessions = await db().session.findMany();
      expect(sessions).toHaveLength(2);
      for (const { expiresAt, lastSeenAt } of sessions) {
        expect(Math.abs(expiresAt.getTime() - realMs - 12 * hour)).toBeLessThan(minute);
        expect(Math.abs(lastSeenAt.getTime() - realMs)).toBeLessThan(minute);
      }
      await db().session.updateMany({ data: { expiresAt: new Date(realMs - minute) } });
      expect([await read(before), await read(after)]).toEqual([null, null]);
    } finally {
      vi.useRealTimers();
      clockOffset.publish(0);
    }
  },
);
