import type { RequestListener } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serveForTest, stopTestServers, type TestServer } from "@/lib/calling-service/test-server";
import { answerAudio } from "./answer-audio";
import type { Resolve } from "./guard-connection";
import { hostileAddresses, hostileNames, listHostileHosts, serveTls } from "./test-hostile-urls";
import { codeOf, getRequest, sourceForTest } from "./test-source";

let canary: TestServer;
let canarySix: TestServer;
let heard: { host: string | undefined; token: string | undefined }[];
/** Every address that this process tried to connect a socket to. */
let tried: string[];

const hear: RequestListener = (request, response) => {
  heard.push({ host: request.headers.host, token: request.headers.authorization });
  response.writeHead(200, { "Content-Type": "audio/wav" }).end("RIFF");
};
/** TLS has sockets of its own kind, which come by here, too. */
function watchSockets() {
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...how) {
    this.on("connectionAttempt", (ip) => tried.push(ip));
    return Reflect.apply(connect, this, how);
  });
}

beforeEach(async () => {
  [heard, tried] = [[], []];
  canary = await serveForTest(hear, "0.0.0.0");
  canarySix = await serveForTest(hear, "::1");
  watchSockets();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stopTestServers();
});

const toLoopback: Resolve = (hostname, _options, callback) => {
  const address = hostname.length % 2 === 0 ? "127.0.0.1" : "::1";
  callback(null, [{ address, family: address === "::1" ? 6 : 4 }]);
};

const ask = async (address: string, source = sourceForTest({ resolve: toLoopback })) =>
  codeOf(await answerAudio("r1", address, getRequest(), source));

const isRefused = (code: string | number) =>
  code === "audio-address-forbidden" || code === "audio-unreachable";

/** The table: each address with the port of the canary that would hear of it. */
function listHostileUrls(): string[] {
  const ports = (host: string) => (host.startsWith("[") ? canarySix.port : canary.port);
  return [
    ...listHostileHosts().flatMap((host) => [
      `http://${host}:${ports(host)}/a.wav`,
      `https://${host}:${ports(host)}/a.wav`,
    ]),
    ...hostileAddresses.map((address) => address.replaceAll("CANARY", String(canary.port))),
    ...hostileNames.flatMap((name) => [
      `http://${name}:${name.length % 2 === 0 ? canary.port : canarySix.port}/a.wav`,
      `https://${name}:${canary.port}/a.wav`,
    ]),
  ];
}

function expectUntouched() {
  expect(canary.connections() + canarySix.connections()).toBe(0);
  expect(heard).toEqual([]);
}

describe("at least 300 hostile URLs", () => {
  test("are refused, and nothing is connected to", async () => {
    const urls = listHostileUrls();
    expect(new Set(urls).size).toBeGreaterThan(300);
    const letThrough: string[] = [];
    for (const url of urls) if (!isRefused(await ask(url))) letThrough.push(url);
    expect(letThrough).toEqual([]);
    expect(tried).toEqual([]);
    expectUntouched();
  });

  test("are refused as redirects of the service itself, and nothing else is connected to", async () => {
    let location = "";
    const service = await serveForTest((_request, response) => {
      response.writeHead(302, { Location: toHeader(location) }).end();
    });
    const source = sourceForTest({ serviceOrigin: service.origin, resolve: toLoopback });
    const letThrough: string[] = [];
    for (const url of listHostileUrls()) {
      location = url;
      if (!isRefused(await ask(service.origin, source))) letThrough.push(url);
    }
    expect(letThrough).toEqual([]);
    expect(new Set(tried)).toEqual(new Set(["127.0.0.1"]));
    expectUntouched();
  });

  test("are refused where AUDIO_HOSTS names others", async () => {
    const source = sourceForTest({ audioHosts: ["files.example.org"], resolve: toLoopback });
    const letThrough: string[] = [];
    for (const url of listHostileUrls())
      if (!isRefused(await ask(url, source))) letThrough.push(url);
    expect(letThrough).toEqual([]);
    expect(tried).toEqual([]);
    expectUntouched();
  });
});

/** As bytes of UTF-8, without what no header can hold. */
function toHeader(text: string): string {
  return Buffer.from(text.replace(/[\r\n]/g, "")).toString("latin1");
}

describe("a name that means something else each time", () => {
  const rebinding = (...answers: string[][]) => {
    const given: string[] = [];
    const resolve: Resolve = (hostname, _options, callback) => {
      given.push(hostname);
      const addresses = answers[Math.min(given.length, answers.length) - 1] ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    };
    return { resolve, given };
  };

  test.each([
    [["127.0.0.1"], ["::1"], ["127.0.0.1"]],
    [["::1", "127.0.0.1"], ["127.0.0.1"]],
    [["::ffff:127.0.0.1"], ["127.0.0.2"]],
    [["127.0.0.1", "198.41.0.4"]],
    [["198.41.0.4", "127.0.0.1"]],
    [["2001:503:ba3e::2:30", "::1"]],
  ])("%j is asked for once a connection, and never connected to", async (...answers) => {
    const { resolve, given } = rebinding(...answers);
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://rebind.example:${canary.port}/a.wav`;
      for (let turn = 0; turn < 3; turn++) {
        expect(await ask(url, sourceForTest({ resolve }))).toBe("audio-address-forbidden");
      }
    }
    expect(given.length).toBeLessThanOrEqual(6);
    expect(tried).toEqual([]);
    expectUntouched();
  });

  test("a named host that begins to redirect to such a name leads nowhere", async () => {
    const { resolve, given } = rebinding(["127.0.0.1"]);
    const named = await serveForTest((_request, response) => {
      response.writeHead(307, { Location: `https://rebind.example:${canary.port}/` }).end();
    });
    const audioHosts = [`files.example.com:${named.port}`];
    const source = sourceForTest({ audioHosts, resolve });
    expect(await ask(`http://files.example.com:${named.port}/`, source)).toBe(
      "audio-address-forbidden",
    );
    expect(given).toEqual(["files.example.com"]);
    expectUntouched();
  });
});

describe("a chain of redirects", () => {
  /** Hosts that redirect to one another, the last one to `target`. */
  async function chain(length: number, target: string, status = 302) {
    let next = target;
    for (let hop = 0; hop < length; hop++) {
      const location = next;
      const server = await serveForTest((_request, response) => {
        response.writeHead(status, { Location: location }).end();
      });
      next = server.origin;
    }
    return next;
  }

  test.each([1, 2, 3])("of %i named hosts that ends at a stranger", async (length) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const first = await chain(length, `http://127.0.0.2:${canary.port}/`, status);
      const source = sourceForTest({ audioHosts: ["127.0.0.1"] });
      expect(await ask(first, source)).toBe("audio-address-forbidden");
    }
    expectUntouched();
  });

  test.each([
    ["Refresh", "0; url="],
    ["Content-Location", ""],
    ["Link", "<"],
    ["Alt-Svc", 'h2="'],
  ])("is not begun by %s", async (header, beginning) => {
    const named = await serveForTest((_request, response) => {
      response.writeHead(200, { [header]: `${beginning}${canary.origin}` }).end("<html>");
    });
    const source = sourceForTest({ audioHosts: [new URL(named.origin).host] });
    expect(await ask(named.origin, source)).not.toBe("audio-address-forbidden");
    expectUntouched();
  });

  test.each([300, 304, 305, 306, 399])("is not begun by status %i", async (status) => {
    const named = await serveForTest((_request, response) => {
      response.writeHead(status, { Location: canary.origin }).end();
    });
    const source = sourceForTest({ audioHosts: ["127.0.0.1"] });
    expect(await ask(named.origin, source)).toBe("audio-unreachable");
    expectUntouched();
  });
});

describe("plain HTTP", () => {
  test("is not spoken to strangers, whatever their address", async () => {
    const resolve: Resolve = (_hostname, _options, callback) =>
      callback(null, [{ address: "198.41.0.4", family: 4 }]);
    for (const url of ["http://files.example.com/a.wav", "http://198.41.0.4/a.wav"]) {
      expect(await ask(url, sourceForTest({ resolve }))).toBe("audio-address-forbidden");
    }
    expect(tried).toEqual([]);
  });

  test("is not fallen back to from HTTPS, not even to a named host", async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    const { origin, close } = await serveTls((response) => {
      response.writeHead(302, { Location: canary.origin.replace("0.0.0.0", "127.0.0.1") }).end();
    });
    try {
      const source = sourceForTest({ audioHosts: ["127.0.0.1"] });
      expect(await ask(origin, source)).toBe("audio-address-forbidden");
      expect(tried).toEqual(["127.0.0.1"]);
      expectUntouched();
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      await close();
    }
  });
});
