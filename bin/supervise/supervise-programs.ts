import type { Env } from "@/lib/platform/settings/env";
import { bundlePrograms } from "../build/bundle-programs.mjs";
import { inProject } from "../command/root-folder";
import { holdSocket } from "./hold-socket";
import { cannotListen } from "./require-free-port";
import { type Supervised, superviseProgram } from "./supervise-program";

/** Memory for JavaScript; a program that needs more ends, and is started again. */
const megabytes = { gateway: 512, web: 1_024, worker: 768 };
/** What accepts events comes first where processors are short, and what nobody waits for last. */
const niceness = { web: 4, worker: 8 };

/** The parameters of a program under `bin/`, of the sources that are there now. */
export function bundled(name: string): string[] {
  return ["--conditions=react-server", "--enable-source-maps", bundlePrograms([name])(name)];
}

/**
 * Runs the gateway. Its socket is held here, so that connections wait while none runs, and so that
 * two can listen on it while one takes the other's place.
 */
export async function superviseGateway(settings: Env, lost: AbortSignal): Promise<Supervised> {
  const socket = await holdSocket(settings.PORT, settings.HOST);
  const program = {
    name: "gateway",
    // What a request needs is short-lived: a larger nursery collects a third as often.
    parameters: () => [heap("gateway"), "--max-semi-space-size=32", ...bundled("gateway")],
    env: {
      ...{ ...threads(), ...fewArenas },
      ...(socket && { EARSHOT_LISTEN_FD: "4" }),
      // It has no use for what opens anything else.
      ...{ AUTH_SECRET: undefined, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined },
      ...{ CALLING_SERVICE_URL: undefined, CALLING_SERVICE_API_KEY: undefined },
      ...(settings.JOURNAL === "disk" && { DATABASE_URL: undefined }),
    },
    files: socket ? [socket.fd] : [],
    explain: explainFor(settings),
  };
  return superviseProgram(program, lost);
}

/** Runs Next, behind the gateway or, with hot reload, on the port itself. */
export function superviseWeb(settings: Env, lost: AbortSignal): Supervised {
  const program = {
    name: "web process",
    parameters: () => [heap("web"), "--max-semi-space-size=4", inProject("bin/web.mjs")],
    env: { ...threads(), ...fewArenas },
    niceness: niceness.web,
    isPatient: Boolean(process.env.EARSHOT_RUN_DIR),
    // Behind the gateway its socket is a local one, and of no concern to anybody.
    ...(process.env.EARSHOT_RUN_DIR ? {} : { explain: explainFor(settings) }),
  };
  return superviseProgram(program, lost);
}

/**
 * Runs the worker: a delivery that needs more memory than it has ends it, and is set aside when it does
 * so again.
 */
export function superviseWorker(lost: AbortSignal): Supervised {
  const program = {
    name: "worker",
    // What it does takes as long with a small nursery and lazy growth, and half the memory.
    parameters: () => [heap("worker"), "--optimize-for-size", ...bundled("worker")],
    env: fewArenas,
    niceness: niceness.worker,
    isPatient: true,
  };
  return superviseProgram(program, lost);
}

/** Left alone, glibc keeps memory that is free apart for each thread, up to eight times the processors. */
const fewArenas = { MALLOC_ARENA_MAX: "2" };

function heap(program: keyof typeof megabytes): string {
  return `--max-old-space-size=${megabytes[program]}`;
}

/**
 * The journal writes to the disk in the threads where answers are compressed and names looked up, and
 * web hashes passwords in its own. Node's four are too few.
 */
function threads(): { UV_THREADPOOL_SIZE: string } {
  const wanted = Math.max(leastThreads, Number(process.env.UV_THREADPOOL_SIZE) || 0);
  return { UV_THREADPOOL_SIZE: String(wanted) };
}

const leastThreads = 8;

function explainFor({ PORT, HOST }: Env) {
  return ({ listenFault }: { listenFault?: string }) =>
    listenFault ? cannotListen(PORT, HOST, listenFault) : undefined;
}
