import "server-only";
import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import type { KeptEntry, LmdbJournal } from "./lmdb-journal";

/** What one process may ask of another one's journal. */
export type JournalCalls = Omit<LmdbJournal, "close">;

type Call = {
  id: number;
  name: keyof JournalCalls;
  args: unknown[];
  /** The version before doesn't ask for it, and answers without. */
  takesApart?: boolean;
};
/** With `apart`, the bytes of so long entries follow it, each in the place of its value. */
type Reply = { id: number; value: unknown; apart?: number[] } | { id: number; error: string };
/**
 * `welcome`: the owner takes calls; `closing`: it takes no more; `done`: the guest makes no more.
 */
type Message = Call | Reply | "welcome" | "closing" | "done";

/**
 * Lets other processes call a journal through a local socket, for whoever may enter its folder.
 * Closing answers every call that was made, and each guest knows that it is to make no more.
 */
export async function serveJournal(path: string, journal: JournalCalls) {
  const guests = new Set<Socket>();
  const running = new Set<Promise<void>>();

  /** A later version, which takes this one's place soon, may know calls that are unknown here. */
  const makeCall = async (name: string, args: unknown[]) => {
    const call = new Map<string, unknown>(Object.entries(journal)).get(name);
    if (typeof call !== "function") throw new Error("this version knows no such call");
    return Reflect.apply(call, journal, args);
  };
  const answer = async (guest: Socket, { id, name, args, takesApart }: Call) => {
    const reply: Reply = await makeCall(name, args).then(
      (value) => ({ id, value }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    );
    if (takesApart) send(guest, ...setApart(reply));
    else send(guest, reply);
  };
  const server = createServer((guest) => {
    guests.add(guest);
    guest.once("close", () => guests.delete(guest));
    receive(guest, (message) => {
      if (message === "done") return guest.emit("done");
      const one = answer(guest, message as Call);
      running.add(one);
      one.finally(() => running.delete(one));
    });
    send(guest, "welcome");
  });
  // Whoever serves here before has ended, or this process would be its guest.
  await rm(path, { force: true });
  server.listen(path);
  await once(server, "listening");
  await chmod(path, 0o600);

  return {
    async close(): Promise<void> {
      server.close();
      const leaving = [...guests].map(async (guest) => {
        const done = Promise.race([once(guest, "done"), once(guest, "close")]);
        send(guest, "closing");
        await Promise.race([done, sleep(farewellMs, undefined, { ref: false })]);
      });
      await Promise.allSettled(leaving);
      await Promise.allSettled(running);
      for (const guest of guests) guest.end();
    },
  };
}

export type Guest = {
  calls: JournalCalls;
  /** Whether it must make no more calls: none that is made while this is false is left untaken. */
  isOver(): boolean;
  /** Resolves when every call has its answer. */
  leave(): Promise<void>;
};

/** Null: nobody serves a journal there. */
export async function visitJournal(path: string): Promise<Guest | null> {
  const socket = createConnection(path);
  const waiting = new Map<
    number,
    { resolve: (value: never) => void; fail: (why: string) => void }
  >();
  let lastId = 0;
  let isOver = false;
  // Whom the system connects may still not be met by an owner that is leaving.
  const isWelcome = new Promise<boolean>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error("it isn't responding"));
      socket.destroy();
    }, timeoutMs);
    socket.once("close", () => clearTimeout(timer));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code && nobodyThere.has(error.code)) resolve(false);
      else reject(error);
    });
    socket.once("close", () => {
      isOver = true;
      resolve(false);
      for (const { fail } of waiting.values()) fail("the process that keeps the journal has ended");
    });
    receive(socket, (message) => {
      if (message === "welcome") {
        clearTimeout(timer);
        return resolve(true);
      }
      if (message === "closing") {
        isOver = true;
        return send(socket, "done");
      }
      const reply = message as Reply;
      const call = waiting.get(reply.id);
      if ("error" in reply) call?.fail(reply.error);
      else call?.resolve(reply.value as never);
    });
  });
  if (!(await isWelcome)) return null;
  socket.unref();

  const call = (name: keyof JournalCalls, args: unknown[]) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const timer = setTimeout(() => settle().fail("it isn't responding"), timeoutMs);
      const settle = () => {
        clearTimeout(timer);
        waiting.delete(id);
        if (waiting.size === 0) socket.unref();
        return { fail: (why: string) => reject(new Error(why)) };
      };
      socket.ref();
      waiting.set(id, {
        resolve: (value) => {
          settle();
          resolve(value);
        },
        fail: (why) => settle().fail(why),
      });
      send(socket, { id, name, args, takesApart: true });
    });
  const to =
    <Name extends keyof JournalCalls>(name: Name) =>
    (...args: Parameters<JournalCalls[Name]>) =>
      call(name, args) as ReturnType<JournalCalls[Name]>;

  return {
    calls: {
      append: to("append"),
      read: to("read"),
      get: to("get"),
      remove: to("remove"),
      putBack: to("putBack"),
      suspects: to("suspects"),
      suspect: to("suspect"),
      numbering: to("numbering"),
      numberAs: to("numberAs"),
      depth: to("depth"),
      beat: to("beat"),
      forgetPeriods: to("forgetPeriods"),
      check: to("check"),
    },
    isOver: () => isOver,
    leave: async () => {
      while (waiting.size > 0) await sleep(5);
      socket.end();
    },
  };
}

const nobodyThere = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"]);
const farewellMs = 1_000;
/** Longer than the owner itself waits for a disk. */
const timeoutMs = 12_000;

/** V8 takes 3 ms to write a megabyte, and this process writes nothing else meanwhile. */
function setApart(reply: Reply): [Reply, Buffer[]] {
  if (!("value" in reply) || !Array.isArray(reply.value)) return [reply, []];
  const parts: Buffer[] = [];
  const apart: number[] = [];
  const value = reply.value.map((one: unknown) => {
    const isApart = isKept(one) && one.encoded.length >= longBytes;
    apart.push(isApart ? one.encoded.length : 0);
    if (!isApart) return one;
    parts.push(one.encoded);
    return { ...one, encoded: Buffer.alloc(0) };
  });
  return parts.length > 0 ? [{ ...reply, value, apart }, parts] : [reply, []];
}

const longBytes = 65_536;

function isKept(one: unknown): one is KeptEntry {
  return (
    typeof one === "object" && one !== null && "encoded" in one && Buffer.isBuffer(one.encoded)
  );
}

/** Puts the bytes that followed a reply in their places. */
function putIn(message: Message, apart: number[], bytes: Buffer): Message {
  const { value } = message as { value: unknown[] };
  let at = 0;
  const whole = value.map((one, n) => {
    const length = apart[n] ?? 0;
    if (length === 0) return one;
    const encoded = bytes.subarray(at, at + length);
    at += length;
    return { ...(one as KeptEntry), encoded };
  });
  return { ...(message as Reply), value: whole };
}

/**
 * Four bytes of length, then the message as V8 writes it: bytes and large integers as they are; then what is
 * apart from it.
 */
function send(socket: Socket, message: Message, parts: Buffer[] = []): void {
  const content = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  socket.cork();
  for (const bytes of [length, content, ...parts]) socket.write(bytes);
  socket.uncork();
}

function receive(socket: Socket, take: (message: Message) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  /** Whose bytes are on their way. */
  let part: { message: Message; apart: number[] } | null = null;
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const needed = part ? wanted : 4 + all.readUInt32BE();
      if (held < needed) {
        wanted = needed;
        chunks = [all];
        return;
      }
      const rest = all.subarray(needed);
      chunks = [rest];
      held = rest.length;
      wanted = 4;
      if (part) {
        const { message, apart } = part;
        part = null;
        take(putIn(message, apart, all.subarray(0, needed)));
        continue;
      }
      const message = deserialize(all.subarray(4, needed)) as Message;
      const apart = (typeof message === "object" && "apart" in message && message.apart) || [];
      const bytes = apart.reduce((sum, length) => sum + length, 0);
      if (bytes === 0) {
        take(message);
        continue;
      }
      part = { message, apart };
      wanted = bytes;
    }
  });
}
