import "server-only";
import { randomUUID } from "node:crypto";
import { Prisma } from "@/prisma/client/client";
import type { Role } from "../gate/viewer";
import type { NewAccount } from "./schema";

/**
 * Adds a person who signs in with e-mail and password, in the form that the sign-in library reads.
 * @throws {EmailTakenError} when the address has an account already; nothing is written then.
 */
export async function createAccount(
  transaction: Prisma.TransactionClient,
  { name, email }: Omit<NewAccount, "password">,
  passwordHash: string,
  role: Role,
): Promise<{ userId: string }> {
  const userId = randomUUID();
  const account = {
    id: randomUUID(),
    accountId: userId,
    providerId: "credential",
    password: passwordHash,
  };
  try {
    await transaction.user.create({
      data: { id: userId, name, email, role, accounts: { create: account } },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new EmailTakenError();
    throw error;
  }
  return { userId };
}

export class EmailTakenError extends Error {
  constructor() {
    super("an account with this e-mail address exists already");
    this.name = "EmailTakenError";
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
