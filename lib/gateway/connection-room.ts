import "server-only";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * How many connections the gateway has room for: each may need a second one, to web, and what is left
 * is the journal's, the log's and the program's own.
 */
export async function countRoom(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  const descriptors = soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft ?? usualLimit);
  return Math.max(leastConnections, Math.min(Math.floor((descriptors - ownDescriptors) / 2), most));
}

/** Where the system doesn't tell. */
const usualLimit = 1_024;
const ownDescriptors = 128;
const leastConnections = 16;
const most = 20_000;

/**
 * Keeps room for who comes next: where it runs short, whoever has most connections on which nothing is
 * being answered, be they idle or begun and never finished, loses the oldest of them.
 */
export function keepRoom(server: Server, room: number): void {
  /** By address, the oldest first. */
  const waiting = new Map<string, Set<Socket>>();
  const addressOf = new WeakMap<Socket, string>();
  let open = 0;

  const enter = (socket: Socket) => {
    const address = addressOf.get(socket) ?? "";
    const others = waiting.get(address) ?? new Set();
    waiting.set(address, others.add(socket));
  };
  const leave = (socket: Socket) => {
    const address = addressOf.get(socket) ?? "";
    const others = waiting.get(address);
    others?.delete(socket);
    if (others?.size === 0) waiting.delete(address);
  };
  const evict = () => {
    let largest: Set<Socket> | undefined;
    for (const sockets of waiting.values()) {
      if (sockets.size > (largest?.size ?? 0)) largest = sockets;
    }
    const [oldest] = largest ?? [];
    if (!oldest) return;
    leave(oldest);
    oldest.destroy();
  };

  server.maxConnections = room;
  server.on("connection", (socket) => {
    open++;
    addressOf.set(socket, socket.remoteAddress ?? "");
    if (open > room * fullShare) evict();
    enter(socket);
    socket.once("close", () => {
      open--;
      leave(socket);
    });
  });
  server.on("request", ({ socket }, response) => {
    leave(socket);
    response.once("close", () => {
      if (!socket.destroyed) enter(socket);
    });
  });
}

const fullShare = 0.9;
