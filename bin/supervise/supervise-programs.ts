import { lookup } from "node:dns/promises";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import * as net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "@/lib/platform/faults";
import { whyNotListen } from "@/lib/platform/process/processes";
import type { Env } from "@/lib/platform/settings/env";
import { bundlePrograms } from "../build/bundle-programs.mjs";
import type { Closing } from "../command/command";
import { inProject } from "../command/project";
import { type Supervised, superviseProgram } from "./supervise-program";

/**
 * Memory for JavaScript; a program that needs more ends, and is started again. Left alone, V8 lets what is no
 * longer used grow to several times what is. Gateway and worker use little for long, so that they may let more
 * of it grow before they collect all.
 */
const memory = {
  gateway: { megabytes: 512, growingPercent: 100 },
  web: { megabytes: 1_024, growingPercent: 30 },
  worker: { megabytes: 768, growingPercent: 40 },
};
/**
 * What accepts events comes first where processors are short, also before the database where the system
 * allows it (CAP_SYS_NICE), and what nobody waits for last.
 */
const niceness = { gateway: -10, web: 4, worker: 8 };

/** The parameters of a program under `bin/`, of the sources that are there now, with those that it runs. */
export function bundled(name: string, ...beside: string[]): string[] {
  const made = bundlePrograms([name, ...beside])(name);
  return ["--conditions=react-server", "--enable-source-maps", made];
}

/**
 * Runs the gateway. Its socket is held here, so that connections wait while none runs, and so that
 * two can listen on it while one takes the other's place.
 */
export async function superviseGateway(settings: Env, lost: AbortSignal): Promise<Supervised> {
  const socket = await holdSocket(settings.PORT, settings.HOST);
  const program = {
    name: "gateway",
    // What a request needs is short-lived: a larger nursery collects more seldom, and is small again once a
    // crowd has left.
    parameters: () => [
      ...heap("gateway"),
      "--max-semi-space-size=32",
      "--expose-gc",
      ...bundled("gateway"),
    ],
    env: {
      ...threads(),
      ...thriftyMalloc,
      ...(socket && { EARSHOT_LISTEN_FD: "4" }),
      // It has no use for what opens anything else.
      AUTH_SECRET: undefined,
      ADMIN_EMAIL: undefined,
      ADMIN_PASSWORD: undefined,
      CALLING_SERVICE_URL: undefined,
      CALLING_SERVICE_API_KEY: undefined,
      ...(settings.JOURNAL === "disk" && { DATABASE_URL: undefined }),
    },
    files: socket ? [socket.fd] : [],
    niceness: niceness.gateway,
    // Senders wait meanwhile, and not for long.
    longestPauseMs: 1_000,
    explain: explainFor(settings),
  };
  return superviseProgram(program, lost);
}

/** Runs Next, behind the gateway or, with hot reload, on the port itself. */
export function superviseWeb(settings: Env, lost: AbortSignal): Supervised {
  const program = {
    name: "web process",
    parameters: () => [...heap("web"), "--max-semi-space-size=4", inProject("bin/web.mjs")],
    env: { ...threads(), ...thriftyMalloc, ...systemTrust },
    niceness: niceness.web,
    keepsTrying: Boolean(process.env.EARSHOT_RUN_DIR),
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
    // A batch is short-lived: with V8's smallest nursery, collecting takes half of the worker's time.
    parameters: () => [
      ...heap("worker"),
      "--max-semi-space-size=8",
      "--expose-gc",
      ...bundled("worker", "sounds"),
    ],
    env: { ...thriftyMalloc, ...systemTrust },
    niceness: niceness.worker,
    keepsTrying: true,
  };
  return superviseProgram(program, lost);
}

/**
 * Left alone, glibc keeps memory that is free apart for each thread, up to eight times the processors, and the
 * more of it the larger the blocks were that it was once asked for.
 */
const thriftyMalloc = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "262144",
  MALLOC_MMAP_THRESHOLD_: "262144",
};
/** Many systems' own Node trusts whom the system trusts; the one that Earshot brings must be told to. */
const systemTrust = { NODE_USE_SYSTEM_CA: "1" };

function heap(program: keyof typeof memory): string[] {
  const { megabytes, growingPercent } = memory[program];
  return [`--max-old-space-size=${megabytes}`, `--heap-growing-percent=${growingPercent}`];
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

/** A bound socket that outlives every server that listens on it. */
type HeldSocket = { fd: number };

type Handle = { fd: number; close: () => void };
type CreateHandle = (
  address: string,
  port: number,
  family: 4 | 6,
  fd: -1,
  flags: 0,
) => Handle | number;

/**
 * Binds the address without accepting on it. Servers inherit the descriptor and listen on it; while
 * none of them runs, the system keeps new connections waiting instead of refusing them. Null where
 * this Node can't: the server then listens by itself.
 */
async function holdSocket(port: number, host: string): Promise<HeldSocket | null> {
  // Node's own cluster module binds with this; a public way that doesn't accept there is none.
  const createHandle = (net as { _createServerHandle?: CreateHandle })._createServerHandle;
  if (!createHandle) return null;
  const { address, family } = await lookup(host);
  const handle = createHandle(address, port, family === 6 ? 6 : 4, -1, 0);
  if (typeof handle === "number" || handle.fd < 0) return null;
  held.add(handle);
  return { fd: handle.fd };
}

/** A handle that nothing refers to is closed by the garbage collector. */
const held = new Set<Handle>();

/**
 * Makes an empty folder for the local sockets of this run: beside the data, or, where a socket's path
 * would become longer than systems take, among the temporary files.
 */
export async function makeRunFolder(dataDirectory: string, closing: Closing): Promise<string> {
  const beside = join(dataDirectory, "run");
  await rm(beside, { recursive: true, force: true });
  const isShort = Buffer.byteLength(beside) <= longestFolder;
  const folder = isShort ? beside : await mkdtemp(join(tmpdir(), "earshot-"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  closing.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The system takes about a hundred bytes of a socket's path. */
const longestFolder = 80;

/** @throws {StartupError} when one can't listen there, before anything else has been started. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const code = await whyNotListen(port, host);
  if (code !== null) throw cannotListen(port, host, code);
}

function cannotListen(port: number, host: string, code: string): StartupError {
  const [fault, remedy] = faults[code] ?? [code, "Check HOST and PORT."];
  return new StartupError(`Can't listen on ${host}, port ${port}: ${fault}.`, remedy);
}

const faults: Record<string, [fault: string, remedy: string]> = {
  EADDRINUSE: [
    "another program is using it",
    "Stop that program, or set PORT to another port: PORT=3001 npm start",
  ],
  EACCES: ["this user may not", "Set PORT to 1024 or higher."],
  EADDRNOTAVAIL: ["this machine has no such address", "Correct HOST; 0.0.0.0 means every address."],
  ENOTFOUND: ["this name is not known", "Correct HOST; 0.0.0.0 means every address."],
};
