import "server-only";
import { z } from "zod";
import { Secret } from "@/lib/platform/settings/secret";

/** The answer of the token endpoint. A token is what can stand in a header; it is sealed at once. */
export const tokenPayloadSchema = z.object({
  success: z.boolean().optional(),
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,16384}$/)
    .transform((value) => new Secret(value)),
  expiresAt: z.string().max(100),
});

/** An answer that says no, whatever else it holds. */
export const refusalPayloadSchema = z.object({ success: z.literal(false) });
