import { type ChildProcess, spawn } from "node:child_process";

/**
 * The shell holds our end of its standard input: whatever ends us, even SIGKILL, closes it, and
 * the shell then signals the program, whose exit code it hands on. A line names another signal.
 */
const keeper = `
signal=$1
shift
exec 3<&0 </dev/null
"$@" 3<&- &
program=$!
{ while read -r asked; do kill -"$asked" "$program"; done <&3; kill -"$signal" "$program"; } &
watcher=$!
exec 3<&-
wait "$program"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`;

type Options = {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Where both its outputs go: an open file, or to us. */
  output: number | "pipe";
  /** An open file that it and its children keep open as long as one of them lives. */
  held?: number;
};

type Leashed = {
  process: ChildProcess;
  /** How it ended, in words. */
  ended: Promise<string>;
  /** Asks it to stop, as our own death would. */
  letGo: () => void;
  /** Sends it another signal than its usual one. */
  send: (signal: "QUIT") => void;
};

/** Starts a program that can't outlive us, in a session of its own, out of the reach of Ctrl-C. */
export function spawnTiedChild(
  command: string[],
  signal: "INT" | "TERM",
  { env, cwd, output, held }: Options,
): Leashed {
  const shell = spawn("/bin/sh", ["-c", keeper, "leash", signal, ...command], {
    detached: true,
    stdio: ["pipe", output, output, ...(held === undefined ? [] : ["ignore" as const, held])],
    env,
    cwd,
  });
  shell.stdin?.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => {
    shell.once("error", (error) => resolve(error.message));
    shell.once("exit", (code, by) => resolve(by ?? `code ${code}`));
  });
  const letGo = () => void shell.stdin?.destroy();
  ended.then(letGo);
  const send = (name: "QUIT") => void shell.stdin?.write(`${name}\n`);
  return { process: shell, ended, letGo, send };
}

/** What a tool needs of our environment: no setting of Earshot's, so no secret, reaches it. */
export function bareEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const passed = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { NODE_ENV: "production", ...Object.fromEntries(passed), ...extra };
}

const passedOn = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "CI",
  "FORCE_COLOR",
  "NO_COLOR",
  "NODE_OPTIONS",
];
