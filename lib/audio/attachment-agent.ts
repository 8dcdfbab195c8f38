import "server-only";
import { Agent } from "undici";
import { guardConnection, type Resolve } from "./guard-connection";
import type { FetchPolicy } from "./judge-host";

export type AgentOptions = {
  resolve?: Resolve;
  headersTimeoutMs?: number;
  /** How long a body may stand still while it is being read. */
  idleTimeoutMs?: number;
};

/** What files of recordings are fetched with: no way leads around the guard of its connections. */
export function newAttachmentAgent(
  policy: FetchPolicy,
  { resolve, headersTimeoutMs = 10_000, idleTimeoutMs = 30_000 }: AgentOptions = {},
): Agent {
  return new Agent({
    connect: guardConnection(policy, resolve),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
}
