import "server-only";
import { createHash, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import { interpretKept } from "../interpret/interpret-kept";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { prepareDelivery, storeDeliveries } from "./store-deliveries";

/**
 * Whether the ledger takes a delivery that is beyond doubt: it goes the whole way of a real one, and
 * is taken back before anybody can see it. So a failure tells of the database, not of an entry.
 */
export async function probeLedger(pool: Pool): Promise<boolean> {
  const acceptedSeq = new SequenceGenerator(0, 0n).next();
  const body = Buffer.from(JSON.stringify(toProbe(`probe-${randomUUID()}`)));
  const entry = {
    kind: "delivery" as const,
    ...{ acceptedSeq, deliveryId: toDeliveryId(acceptedSeq), body, bytes: body.length },
    sha256: createHash("sha256").update(body).digest("hex"),
    ...{ declaredBytes: body.length, secretHash: "", remoteAddress: "", headers: [] },
  };
  try {
    await inTransaction(pool, async (client) => {
      await client.$executeRaw`SAVEPOINT before`;
      await storeDeliveries(client, [prepareDelivery(entry, interpretKept(entry))]);
      await client.$executeRaw`ROLLBACK TO before`;
    });
    return true;
  } catch {
    return false;
  }
}

function toProbe(id: string) {
  return {
    ...{ id, minutes_used: 0, call_sid: id, recording_attachment: "", campaign: null },
    customer: {
      details: {
        ...{ id, first_name: "", last_name: "", phone_number: "", gender: "", email: null },
        ...{ type: null, is_confirmed: false, is_phone_number_correct: false },
      },
      roster_attachment: null,
    },
    ...{ has_transcript: false, summary: "", created_at: "2020-01-01T00:00:00Z", status: "probe" },
  };
}
