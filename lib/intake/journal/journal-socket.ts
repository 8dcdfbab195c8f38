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
/** With `apart`, the bytes of these of its entries follow, in the same order. */
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

/** V8 takes 3 ms to write a megabyte, and this process does nothing else meanwhile. */
function setApart(reply: Reply): [Reply, Buffer[]] {
  if (!("value" in reply) || !Array.isArray(reply.value)) return [reply, []];
  const apart: number[] = [];
  const parts: Buffer[] = [];
  const value = reply.value.map((one: unknown, index) => {
    if (!isLong(one)) return one;
    apart.push(index);
    parts.push(one.encoded);
    return { ...one, encoded: null };
  });
  return [{ ...reply, value, apart }, parts];
}

function isLong(one: unknown): one is KeptEntry {
  const { encoded } = (one ?? {}) as Partial<KeptEntry>;
  return Buffer.isBuffer(encoded) && encoded.length >= longBytes;
}

const longBytes = 65_536;

/** The message as V8 writes it, bytes and large integers as they are, and then what is apart from it. */
function send(socket: Socket, message: Message, parts: Buffer[] = []): void {
  socket.cork();
  for (const content of [serialize(message), ...parts]) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    socket.write(length);
    socket.write(content);
  }
  socket.uncork();
}

function receive(socket: Socket, take: (message: Message) => void): void {
  let message: Message;
  let places: { encoded: Buffer }[] = [];
  receiveEach(socket, (content) => {
    const place = places.shift();
    if (place) place.encoded = content;
    else {
      message = deserialize(content);
      places = findPlaces(message);
    }
    if (places.length === 0) take(message);
  });
}

/** Of the entries whose bytes follow. */
function findPlaces(message: Message): { encoded: Buffer }[] {
  if (typeof message !== "object" || !("apart" in message)) return [];
  const entries = message.value as KeptEntry[];
  return (message.apart ?? []).flatMap((index) => entries[index] ?? []);
}

/** Each has its length before it, in four bytes. */
function receiveEach(socket: Socket, take: (content: Buffer) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = 4;
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const needed = 4 + all.readUInt32BE();
      if (held < needed) {
        wanted = needed;
        chunks = [all];
        return;
      }
      const rest = all.subarray(needed);
      chunks = [rest];
      held = rest.length;
      wanted = 4;
      take(all.subarray(4, needed));
    }
  });
}
