import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sendWithBearer, TokenKeeper } from "@/lib/calling-service/token-keeper";
import { Secret } from "@/lib/platform/settings/secret";
import { type AgentOptions, type AttachmentSource, newAttachmentAgent } from "./fetch-attachment";

process.env.LOG_LEVEL = "silent";

export const goodToken = "token-canary-41c0";

/** The real agent and the real rule for tokens, with a policy and a resolver of the test's own. */
export function sourceForTest({
  serviceOrigin = null,
  audioHosts,
  maxBytes = 512 * 1024 ** 2,
  pace,
  ...options
}: AgentOptions &
  Partial<Pick<AttachmentSource, "maxBytes" | "pace">> & {
    serviceOrigin?: string | null;
    audioHosts?: string[];
  } = {}): AttachmentSource {
  const keeper = new TokenKeeper(async () => ({ token: new Secret(goodToken), lifeMs: 3_600_000 }));
  const service = serviceOrigin === null ? undefined : { origin: serviceOrigin, keeper };
  const agent = newAttachmentAgent({ serviceOrigin, audioHosts }, options);
  return {
    openAgent: () => agent,
    withBearer: (url, send) => sendWithBearer(service, url, send),
    isConfigured: service !== undefined,
    maxBytes,
    ...(pace && { pace }),
  };
}

export function getRequest(headers: Record<string, string> = {}, init: RequestInit = {}): Request {
  return new Request("http://earshot.test/api/recordings/r1/audio", { ...init, headers });
}

/** The code of a problem, or the status of any other answer. */
export async function codeOf(response: Response): Promise<string | number> {
  if (response.headers.get("content-type") !== "application/problem+json") return response.status;
  const problem: { code: string } = await response.json();
  return problem.code;
}

/** In bytes, without what nobody refers to any more. */
export function readUsedMemory(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
