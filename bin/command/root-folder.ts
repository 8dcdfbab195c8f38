import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path inside the project's own folder, wherever it was started from. */
export function inProject(...parts: string[]): string {
  return join(root, ...parts);
}
