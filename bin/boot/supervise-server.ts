import type { Env } from "@/lib/platform/env";
import { holdSocket } from "./hold-socket";
import { cannotListen } from "./require-free-port";
import { inProject } from "./root-folder";
import { type Supervised, superviseProgram } from "./supervise-program";

/**
 * Runs the server process. Its socket is held here, so that connections wait while none runs, and so
 * that two can listen on it while one takes the other's place.
 */
export async function superviseServer(settings: Env, lost: AbortSignal): Promise<Supervised> {
  const socket = await holdSocket(settings.PORT, settings.HOST);
  const program = {
    name: "server",
    parameters: [inProject("bin/serve.mjs")],
    env: {
      UV_THREADPOOL_SIZE: String(threadPoolSize()),
      ...(socket && { EARSHOT_LISTEN_FD: "4" }),
    },
    files: socket ? [socket.fd] : [],
    explain: ({ listenFault }: { listenFault?: string }) =>
      listenFault ? cannotListen(settings.PORT, settings.HOST, listenFault) : undefined,
  };
  return superviseProgram(program, lost);
}

const leastThreads = 8;

/**
 * The journal writes to the disk in the threads where passwords are hashed, answers compressed and
 * names looked up. Node's four are too few for all of them.
 */
function threadPoolSize(): number {
  return Math.max(leastThreads, Number(process.env.UV_THREADPOOL_SIZE) || 0);
}
