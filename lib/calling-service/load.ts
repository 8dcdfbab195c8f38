import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { type ConnectionView, getConnectionView } from "./connection";

/** How the connection to the calling service stands; an administrator may also test it. */
export async function loadConnection(): Promise<{ connection: ConnectionView; canTest: boolean }> {
  const viewer = await requireViewer({ returnTo: "/settings/calling-service" });
  return { connection: getConnectionView(), canTest: viewer.role === "administrator" };
}
