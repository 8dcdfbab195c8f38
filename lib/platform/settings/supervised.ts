import "server-only";

/**
 * The folder of the local sockets of this run, where the gateway stands before this process and
 * answers the webhook; undefined where this process listens by itself, as under `next start`.
 */
export function runFolder(): string | undefined {
  return process.env.EARSHOT_RUN_DIR || undefined;
}
