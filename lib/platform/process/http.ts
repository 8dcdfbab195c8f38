/**
 * What a process needs of node:http. An import of the module itself loads Node's fetch, too, for the
 * names that it exports: 14 MB of each process.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * The client that asks strangers. Loaded when the first of them is asked: most processes never do, and it
 * takes 30 MB of each that has it.
 */
export function loadClient(): Promise<typeof import("undici")> {
  return import("undici");
}
