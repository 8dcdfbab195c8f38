import "server-only";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import { readText, UnreadableBody } from "../interpret/json/read-text";
import { parseBody } from "../interpret/parse-body";
import { findRecords } from "../interpret/records/find-records";
import { nameHash } from "../secrets/check/secret-hashes";
import { listSampleSecrets } from "../secrets/sample-secrets";
import { unpackBody } from "../store/packed-body";
import { explainRecord } from "./explain-record";
import type { FirstContactView } from "./views";

/** The id of the first delivery that is kept; null: none has ever come. Rehearsals and samples are none. */
export async function findFirstDelivery(): Promise<string | null> {
  return (await readFirst())?.id ?? null;
}

/** The first delivery that is kept, read once more to tell how; null: none has ever come. */
export async function getFirstContact(): Promise<FirstContactView | null> {
  const first = await readFirst();
  if (!first) return null;
  const { id, acceptedOn, acceptedAt, outcome, bytes, secretHash } = first;
  const body = await db().deliveryBody.findUnique({
    where: { id_acceptedOn: { id, acceptedOn } },
  });
  // Headers are written by this room from this very type.
  const headers = (body?.headers ?? []) as [string, string][];
  return {
    ...{ deliveryId: id, outcome, bytes },
    acceptedAt: acceptedAt.toISOString(),
    secretName: await findSecretName(secretHash),
    ...(body ? explain(unpackBody(body), new Map(headers)) : unkept),
  };
}

const unkept = { record: null, recordCount: 0, problem: "Its bytes are no longer kept." };

async function readFirst() {
  const samples = (await listSampleSecrets("all")).map(({ mark }) => mark);
  return db().delivery.findFirst({
    where: { secretHash: { notIn: samples } },
    orderBy: { acceptedSeq: "asc" },
  });
}

function explain(
  body: Uint8Array,
  headers: Map<string, string>,
): Pick<FirstContactView, "record" | "recordCount" | "problem"> {
  const encoding = {
    contentType: headers.get("content-type") ?? null,
    contentEncoding: headers.get("content-encoding") ?? null,
  };
  try {
    const found = findRecords(parseBody(readText(body, encoding)));
    const timeZone = env().CALLING_SERVICE_TIME_ZONE ?? "UTC";
    const record = found[0] ? explainRecord(found[0], timeZone) : null;
    return { record, recordCount: found.length, problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { record: null, recordCount: 0, problem: error.message };
  }
}

/** Deliveries name a secret by the beginning of its hash. */
async function findSecretName(secretHash: string): Promise<string | null> {
  const secrets = await db().webhookSecret.findMany({ select: { name: true, hash: true } });
  return secrets.find(({ hash }) => nameHash(Buffer.from(hash)) === secretHash)?.name ?? null;
}
