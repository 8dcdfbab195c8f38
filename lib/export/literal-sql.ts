import { escapeLiteral } from "pg";
import type { Prisma } from "@/prisma/client/client";

/**
 * A statement with its values written into it, for COPY, which takes no parameters.
 * @throws for a value of a kind that no filter holds
 */
export function toLiteralSql({ strings, values }: Prisma.Sql): string {
  return strings.reduce((text, next, index) => `${text}${toLiteral(values[index - 1])}${next}`);
}

function toLiteral(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return escapeLiteral(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return `ARRAY[${value.map(escapeLiteral).join(", ")}]::text[]`;
  }
  throw new TypeError(`No literal for a ${typeof value}`);
}
