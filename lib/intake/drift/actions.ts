"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { acknowledgeDrift } from "./fold-drift";

/** Marks what the page showed, one thing or several, as known. */
export async function acknowledgeChanges(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: "/settings/webhooks/drift" });
  const ids = form.getAll("drift").flatMap((id) => toDriftId(String(id)) ?? []);
  const count = await acknowledgeDrift(ids, viewer.userId);
  log().info({ by: viewer.userId, count }, "changes in the interface were acknowledged");
  revalidatePath("/settings/webhooks", "layout");
}

function toDriftId(text: string): bigint | undefined {
  if (!/^-?\d{1,19}$/.test(text)) return undefined;
  const id = BigInt(text);
  return BigInt.asIntN(64, id) === id ? id : undefined;
}
