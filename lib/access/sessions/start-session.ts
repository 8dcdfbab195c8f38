import "server-only";
import { isAPIError } from "better-auth/api";
import { headers } from "next/headers";
import { auth } from "./auth";
import { clientAddress } from "./client-address";
import { unlessCrowded } from "./hash-password";

export type SignInRefusal = "wrong-credentials" | "too-many-attempts" | "busy";

/**
 * Signs a person in and sets their cookie; for server actions. Null when that worked. An unknown
 * address and a wrong password are one refusal, in words and in time. Throws when the database is
 * away.
 */
export async function startSession(email: string, password: string): Promise<SignInRefusal | null> {
  const received = await headers();
  try {
    return await unlessCrowded(clientAddress(received), async () => {
      await auth().api.signInEmail({ body: { email, password }, headers: received });
      return null;
    });
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.statusCode === 429) return "too-many-attempts";
    if (error.statusCode === 400 || error.statusCode === 401) return "wrong-credentials";
    throw error;
  }
}
