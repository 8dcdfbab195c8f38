import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type SlowSockets = {
  /** How many are connected now. */
  open: () => number;
  close: () => void;
};

const perTurn = 50;
const turnMs = 20;
const trickleMs = 1_000;
const reopenMs = 200;

/** Holds so many connections that never get to their end; what the server ends is opened anew. */
export async function holdSlowSockets(webhookUrl: string, count: number): Promise<SlowSockets> {
  const { hostname, port, host, pathname } = new URL(webhookUrl);
  const sockets = new Set<Socket>();
  const beginnings = [
    "",
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100000\r\n\r\n{`,
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ];
  let isOver = false;
  let opened = 0;

  const open = () => {
    if (isOver) return;
    const n = opened++;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.add(socket);
    socket.on("error", () => undefined).resume();
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      sockets.delete(socket);
      setTimeout(open, reopenMs);
    });
    const beginning = beginnings[n % beginnings.length] ?? "";
    socket.write(beginning);
    // Some say nothing more, some say goodbye in the middle and stay, and some let a byte trickle.
    const isHalfOpen = n % 16 === 1;
    if (isHalfOpen) socket.end();
    const trickle = n % 3 === 0 && beginning !== "" && !isHalfOpen;
    if (trickle) trickling.add(socket);
    socket.once("close", () => trickling.delete(socket));
  };
  const trickling = new Set<Socket>();
  const timer = setInterval(() => {
    for (const socket of trickling) socket.write("x");
  }, trickleMs);

  while (opened < count) {
    for (let n = 0; n < perTurn; n++) open();
    await sleep(turnMs);
  }
  return {
    open: () => [...sockets].filter(({ readyState }) => readyState !== "opening").length,
    close: () => {
      isOver = true;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
