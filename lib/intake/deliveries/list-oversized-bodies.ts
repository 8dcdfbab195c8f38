import "server-only";
import { db } from "@/lib/platform/database/db";
import type { OversizedBodyView } from "./views";

/** The newest bodies that were refused for their size; their ids are in the order of arrival. */
export async function listOversizedBodies(most: number): Promise<OversizedBodyView[]> {
  const bodies = await db().oversizedBody.findMany({
    orderBy: { id: "desc" },
    take: most,
    omit: { beginning: true },
  });
  return bodies.map(({ refusedAt, bytes, declaredBytes, sha256, ...body }) => ({
    ...body,
    refusedAt: refusedAt.toISOString(),
    bytes: String(bytes),
    declaredBytes: declaredBytes === null ? null : String(declaredBytes),
    sha256: Buffer.from(sha256).toString("hex"),
  }));
}
