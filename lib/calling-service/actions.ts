"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { type ConnectionTestView, testConnection } from "./connection";

/** Gets a new token from the calling service now, for an administrator, and says how that went. */
export async function testCallingService(): Promise<ConnectionTestView> {
  const viewer = await requireAdministrator({ returnTo: page });
  const result = await testConnection();
  log().info({ by: viewer.userId, succeeded: result.succeeded }, "the connection was tested");
  revalidatePath(page);
  return result;
}

const page = "/settings/calling-service";
