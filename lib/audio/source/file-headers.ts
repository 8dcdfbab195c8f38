import "server-only";

type ServedFile = {
  type: string;
  /** In bytes; null is "unknown". */
  length: number | null;
  /** May hold anything. */
  filename: string;
};

/** The headers of a stranger's file: it is saved, never shown; it can't be taken for a page, runs nothing, stays in no cache. */
export function fileHeaders({ type, length, filename }: ServedFile): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": `attachment; ${nameFile(filename)}`,
    ...(length === null ? {} : lengthHeaders(length)),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Compression on the way would break ranges.
    "Cache-Control": "private, no-store, no-transform",
  };
}

/** Next.js drops `Content-Length`; the server process writes it back from the other one. */
function lengthHeaders(length: number): Record<string, string> {
  return { "Content-Length": String(length), "Earshot-Content-Length": String(length) };
}

/** RFC 6266: a name that everything reads, and beside it the whole one for who knows UTF-8. */
function nameFile(filename: string): string {
  const whole = toFileName(filename);
  const plain = toPlainName(whole);
  if (plain === whole) return `filename="${plain}"`;
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * A name that every file system takes and that shows as it is: no part of a path, no sign that can't be
 * seen or turns the direction, no dot first, and not too long.
 */
export function toFileName(filename: string): string {
  const [, stem = "", ending = ""] =
    /^(.*?)(\.[A-Za-z0-9]{1,5})?$/su.exec(filename.toWellFormed()) ?? [];
  const clean = stem
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\s/\\:*?"<>|]+/gu, "_")
    .replace(/^[._]+|[. ]+$/g, "");
  return `${[...clean].slice(0, mostCharacters).join("") || "file"}${ending}`;
}

const mostCharacters = 80;

/** Letters, digits and `._-` alone. */
function toPlainName(filename: string): string {
  const plain = filename
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "_");
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? "";
  return `${plain.slice(0, plain.length - ending.length).replace(/^[._-]+|[_]+$/g, "") || "file"}${ending}`;
}
