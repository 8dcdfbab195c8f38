import "server-only";

type ServedFile = {
  type: string;
  /** In bytes; null is "unknown". */
  length: number | null;
  disposition: "inline" | "attachment";
  /** May hold anything. */
  filename: string;
};

/** The headers of a stranger's file: it can't be taken for a page, runs nothing, stays in no cache. */
export function fileHeaders({
  type,
  length,
  disposition,
  filename,
}: ServedFile): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Disposition": `${disposition}; filename="${toSafeName(filename)}"`,
    ...(length === null ? {} : lengthHeaders(length)),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Compression on the way would break ranges.
    "Cache-Control": "private, no-store, no-transform",
  };
}

/** Whether a file is to be saved: `?download` asks for it. */
export function readDisposition(request: Request): "inline" | "attachment" {
  return new URL(request.url).searchParams.has("download") ? "attachment" : "inline";
}

/** Next.js drops `Content-Length`; the server process writes it back from the other one. */
function lengthHeaders(length: number): Record<string, string> {
  return { "Content-Length": String(length), "Earshot-Content-Length": String(length) };
}

/** Letters, digits and `._-` alone, no dot first, and short enough for every file system. */
function toSafeName(filename: string): string {
  return (
    filename
      .replace(/[^A-Za-z0-9._-]+/g, "_")
      .replace(/^[._]+/, "")
      .slice(-120) || "file"
  );
}
