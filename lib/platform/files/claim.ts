import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { constants, type FileHandle, open, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const holderSchema = z.object({
  id: z.string(),
  host: z.string(),
  /** In its own namespace, so only a word for people. */
  pid: z.number(),
  since: z.string(),
  /** The kernel, file system and file whose lock it holds; null without a lock. */
  lockScope: z.string().nullable(),
});

/** Who holds a claim, as it wrote it. */
export type Holder = z.infer<typeof holderSchema>;

export class ClaimedError extends Error {
  /** @param holder null when it hasn't written who it is */
  constructor(readonly holder: Holder | null) {
    super(`Claimed by ${describeHolder(holder)}`);
    this.name = "ClaimedError";
  }
}

export type Claim = {
  /** @throws {ClaimedError} when another has taken it over, or its file is gone. */
  confirm: () => Promise<void>;
  release: () => Promise<void>;
};

export type ClaimOptions = {
  signal?: AbortSignal;
  /** Given, the claim waits for a living holder, and this is told once that it does. */
  onHeld?: (holder: Holder | null) => void;
  /** Told once that a holder gives no sign of life, and has this long to give one. */
  onSilent?: (holder: Holder | null, timeoutMs: number) => void;
  /** Told once when the claim is found to be another's, after a suspension longer than `deadAfterMs`. */
  onLost?: (holder: Holder | null) => void;
  beatMs?: number;
  deadAfterMs?: number;
};

/**
 * Takes the claim file at `path` for this process. Its holder has the kernel's lock on the file and
 * touches it at every beat. Where both see the same lock, it alone decides, and a death is known at
 * once; elsewhere a holder counts as dead when its file has not changed for `deadAfterMs` of the
 * observer's own clock, so that no two clocks need to agree.
 * @throws {ClaimedError} naming the living holder, unless told to wait.
 */
export async function claim(path: string, options: ClaimOptions = {}): Promise<Claim> {
  const { beatMs = 2_000, onLost } = options;
  const { file, own } = await take(path, { ...options, beatMs });

  const confirm = async () => {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    if (text !== own) throw new ClaimedError(parseHolder(text));
  };
  let beating = Promise.resolve();
  const timer = setInterval(() => {
    beating = confirm()
      .then(() => file.utimes(new Date(), new Date()))
      .catch((error: unknown) => {
        // A disk that fails for a while has given the claim to nobody.
        if (!(error instanceof ClaimedError)) return;
        clearInterval(timer);
        onLost?.(error.holder);
      });
  }, beatMs);
  timer.unref();

  return {
    confirm,
    release: async () => {
      clearInterval(timer);
      await beating;
      const isOurs = await confirm().then(
        () => true,
        () => false,
      );
      if (isOurs) await write(file, "");
      await file.close();
    },
  };
}

/** In words, for people who look for it. */
export function describeHolder(holder: Holder | null): string {
  if (holder === null) return "a process that has not written who it is";
  const since = holder.since.slice(0, 19).replace("T", " ");
  return `process ${holder.pid} on ${holder.host}, since ${since} UTC`;
}

type Taken = { file: FileHandle; own: string };

async function take(path: string, options: ClaimOptions & { beatMs: number }): Promise<Taken> {
  const { signal, beatMs, deadAfterMs = 15_000, onHeld, onSilent } = options;
  const pauseMs = beatMs / 10;
  let file = await openFile(path);
  const announced = new Set<"held" | "silent">();
  let former: { beat: string; sinceMs: number } | undefined;
  let nameless = 0;
  try {
    for (;;) {
      const lock = await lockFile(file.fd);
      // Before the look: whoever is suspended between the two must not take its own sleep for theirs.
      const nowMs = performance.now();
      const seen = await look(path);
      if (seen?.fileId !== (await fileIdOf(file))) {
        // Removed or replaced meanwhile: a lock on what nobody finds any more excludes nobody.
        await file.close();
        file = await openFile(path);
        continue;
      }
      const { text, holder } = seen;
      const scope = lock === "taken" ? await readLockScope(file) : null;
      const isDead =
        (scope !== null && holder?.lockScope === scope) ||
        (former?.beat === seen.beat && nowMs - former.sinceMs >= deadAfterMs);
      if (lock !== "held" && (text === "" || isDead)) {
        const own = await write(file, JSON.stringify(makeHolder(scope)));
        if (lock === "taken") return { file, own };
        // Without a lock two may have come this far. The last one that wrote has it.
        await sleep(beatMs / 2, undefined, { signal });
        if ((await look(path))?.content === own) return { file, own };
        continue;
      }
      const isBeating = former !== undefined && former.beat !== seen.beat;
      if (former?.beat !== seen.beat) former = { beat: seen.beat, sinceMs: nowMs };
      if (lock === "held" || isBeating) {
        // It may be about to write its name, be writing it, or have wiped it out a moment ago.
        const isNamed = holder !== null || ++nameless * pauseMs > 1_000;
        if (!onHeld && isNamed) throw new ClaimedError(holder);
        if (isNamed) announce("held", () => onHeld?.(holder));
      } else if (!announced.has("held")) {
        announce("silent", () => onSilent?.(holder, deadAfterMs));
      }
      await sleep(announced.has("held") ? beatMs / 2 : pauseMs, undefined, { signal });
    }
  } catch (error) {
    await file.close();
    throw error;
  }

  function announce(what: "held" | "silent", publish: () => void): void {
    if (announced.has(what)) return;
    announced.add(what);
    publish();
  }
}

function openFile(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

/** Opened anew each time, which makes a network file system ask its server. */
async function look(path: string) {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    const content = await file.readFile("utf8");
    const { mtimeNs } = await file.stat({ bigint: true });
    const fileId = await fileIdOf(file);
    const beat = `${content} ${mtimeNs}`;
    return { content, text: content.trim(), holder: parseHolder(content), beat, fileId };
  } finally {
    await file.close();
  }
}

async function fileIdOf(file: FileHandle): Promise<string> {
  const { dev, ino } = await file.stat({ bigint: true });
  return `${dev}:${ino}`;
}

/** Of one length always and in one piece, so that nobody reads half of it, nor nothing. */
async function write(file: FileHandle, text: string): Promise<string> {
  const content = `${text.padEnd(fileBytes - 1)}\n`;
  await file.write(content, 0);
  await file.truncate(fileBytes);
  return content;
}

const fileBytes = 512;

function makeHolder(lockScope: string | null): Holder {
  const since = new Date().toISOString();
  return { id: randomUUID(), host: hostname(), pid: process.pid, since, lockScope };
}

/** Null for what is not a holder's, as of an earlier version. */
function parseHolder(content: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

/** One lock is seen by processes of one running kernel, and through one mount of the file system. */
async function readLockScope(file: FileHandle): Promise<string | null> {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => null);
  return boot && `${boot.trim()} ${await fileIdOf(file)}`;
}

/** `unavailable` where there is no `flock` program, or the file system knows no locks. */
type LockAttempt = "taken" | "held" | "unavailable";

/**
 * Takes the kernel's lock on an open file without waiting. It belongs to the opened file rather than
 * to a process: the system lets go of it when the last process that has this descriptor closes it or
 * dies, whatever its namespace. Node can't ask for it, but a child that has the same descriptor can.
 */
export async function lockFile(fd: number): Promise<LockAttempt> {
  const asked = spawn("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "pipe", fd] });
  let complaint = "";
  asked.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  try {
    const [code] = await once(asked, "close");
    if (code === 0) return "taken";
    return code === 1 && complaint === "" ? "held" : "unavailable";
  } catch {
    return "unavailable";
  }
}
