import { connection } from "next/server";
import { readSharedReadiness } from "@/lib/intake/readiness";

/** 200 when events and pages are served from the database; 503 with the reasons otherwise. */
export async function GET(): Promise<Response> {
  await connection();
  const readiness = await readSharedReadiness();
  return Response.json(readiness, {
    status: readiness.ready ? 200 : 503,
    headers: { "Cache-Control": "no-store", ...(!readiness.ready && { "Retry-After": "5" }) },
  });
}
