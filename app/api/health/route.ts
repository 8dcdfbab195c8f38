import { connection } from "next/server";

/** The process lives. */
export async function GET(): Promise<Response> {
  await connection();
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
