import { Query } from "pg";
import type { Given } from "./transaction";

/** A statement that is given its rows when the database asks for them. */
export class CopyQuery extends Query {
  private readonly bytes: Buffer;

  /** @param rows at least one, all of the same columns */
  constructor(
    table: string,
    rows: readonly Record<string, Given>[],
    callback: (error: Error | null | undefined) => void,
  ) {
    const columns = Object.keys(rows[0] ?? {});
    super({ text: `COPY ${table} (${columns.join()}) FROM STDIN` }, undefined, callback);
    this.bytes = Buffer.from(rows.map((row) => toCopyLine(columns, row)).join(""));
  }

  handleCopyInResponse(connection: CopyingConnection): void {
    connection.sendCopyFromChunk(this.bytes);
    connection.endCopyFrom();
  }
}

type CopyingConnection = { sendCopyFromChunk(bytes: Buffer): void; endCopyFrom(): void };

function toCopyLine(columns: string[], row: Record<string, Given>): string {
  return `${columns.map((column) => toCopied(row[column])).join("\t")}\n`;
}

function toCopied(value: Given): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "string") {
    return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, escapeCopied) : value;
  }
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? `\\\\x${toHex(value)}` : String(value);
}

function escapeCopied(sign: string): string {
  return copiedEscapes[sign] ?? `\\${sign}`;
}

const copiedEscapes: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

export function toHex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("hex");
}
