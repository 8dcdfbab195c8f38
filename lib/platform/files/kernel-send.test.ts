import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Outlet, openOutlet } from "./kernel-send";

const folder = mkdtempSync(join(tmpdir(), "earshot-outlet-"));
const path = join(folder, "file");
/** More than the sockets between two ends hold. */
const bytes = randomBytes(40_000_000);
const server: Server = createServer({ allowHalfOpen: true });
beforeAll(async () => {
  writeFileSync(path, bytes);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Both ends of a connection, of which the one that sends has an outlet. */
async function joinEnds(): Promise<{ sender: Socket; reader: Socket; outlet: Outlet }> {
  const { port } = server.address() as { port: number };
  const accepted = once(server, "connection");
  const reader = connect(port, "127.0.0.1").pause();
  const [sender] = (await accepted) as [Socket];
  ends.push(
    () => reader.destroy(),
    () => sender.destroy(),
  );
  for (const one of [reader, sender]) one.on("error", () => undefined);
  const outlet = await openOutlet(sender);
  if (!outlet) throw new Error("this system's kernel sends no files");
  return { sender, reader, outlet };
}

async function openFile(): Promise<number> {
  const file = await open(path);
  ends.push(() => file.close());
  return file.fd;
}

test("any part of a file arrives to the byte, between what is written by hand", async () => {
  const file = await openFile();
  const { sender, reader, outlet } = await joinEnds();
  const received = buffer(reader);
  sender.write("before ");
  for (const [at, length] of [
    [0, 1],
    [123_456, 100_000],
    [bytes.length - 10, 10],
  ] as const) {
    expect(await outlet.send(file, at, length)).toBe(length);
    sender.write(" then ");
  }
  expect(await outlet.send(file, bytes.length - 10, 1_000)).toBe(10);
  expect(await outlet.send(file, bytes.length, 1)).toBe(0);
  outlet.close();
  sender.end();
  const then = Buffer.from(" then ");
  const expected = [
    Buffer.from("before "),
    bytes.subarray(0, 1),
    then,
    bytes.subarray(123_456, 223_456),
    then,
    bytes.subarray(-10),
    then,
    bytes.subarray(-10),
  ];
  expect((await received).equals(Buffer.concat(expected))).toBe(true);
});

test("a connection that is full takes a part, then none, and no thread waits for it", async () => {
  const file = await openFile();
  const { sender, reader, outlet } = await joinEnds();
  let at = 0;
  for (let sent = -1; sent !== 0; at += sent) sent = await outlet.send(file, at, bytes.length - at);
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(bytes.length);
  sender.end(() => outlet.close());
  expect((await buffer(reader)).equals(bytes.subarray(0, at))).toBe(true);
});

test("a reader that left, a file that is closed and a folder get nothing, and no error ends us", async () => {
  const file = await openFile();
  const { sender, reader, outlet } = await joinEnds();
  expect(await outlet.send(-1, 0, 10)).toBe(0);
  const parent = await open(folder);
  expect(await outlet.send(parent.fd, 0, 10)).toBe(0);
  await parent.close();
  reader.resetAndDestroy();
  await new Promise((resolve) => sender.once("close", resolve).resume());
  expect(await outlet.send(file, 0, 10)).toBe(0);
  outlet.close();
  expect(await openOutlet(sender)).toBeNull();
  expect(await openOutlet(null)).toBeNull();
});

test("what is sent after Node has closed a connection reaches no other one", async () => {
  const file = await openFile();
  const first = await joinEnds();
  const fd = descriptorOf(first.sender);
  await new Promise((resolve) => first.sender.once("close", resolve).destroy());
  // Takes the number that is free now.
  const others = [];
  for (let time = 0; time < 5; time++) others.push(await joinEnds());
  const taken = others.flatMap(({ sender, reader }) => [sender, reader].map(descriptorOf));
  expect(taken).toContain(fd);
  expect(await first.outlet.send(file, 0, 1_000)).toBe(1_000);
  first.outlet.close();
  expect((await buffer(first.reader)).equals(bytes.subarray(0, 1_000))).toBe(true);
  for (const { sender, reader, outlet } of others) {
    outlet.close();
    sender.end("mine");
    expect((await buffer(reader)).toString()).toBe("mine");
  }
});

test("outlets leave no descriptor behind", async () => {
  const open = () => readdirSync("/proc/self/fd").length;
  const { sender, outlet } = await joinEnds();
  const before = open();
  for (let time = 0; time < 50; time++) (await openOutlet(sender))?.close();
  expect(open()).toBe(before);
  outlet.close();
});

function descriptorOf(socket: Socket): number {
  return (socket as unknown as { _handle: { fd: number } })._handle.fd;
}
