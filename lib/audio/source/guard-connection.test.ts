import type { LookupAddress } from "node:dns";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serveForTest, stopTestServers, type TestServer } from "@/lib/calling-service/test-server";
import { answerAudio } from "./answer-audio";
import type { Resolve } from "./guard-connection";
import { codeOf, getRequest, goodToken, sourceForTest } from "./test-source";

let canary: TestServer;
let canaryHeard: (string | undefined)[];

beforeEach(async () => {
  canaryHeard = [];
  canary = await serveForTest((request, response) => {
    canaryHeard.push(request.headers.authorization);
    response.writeHead(200, { "Content-Type": "audio/wav" }).end("RIFF");
  });
});
afterEach(stopTestServers);

const ask = async (address: string, source = sourceForTest()) =>
  codeOf(await answerAudio("r1", address, getRequest(), source));

const answerWith =
  (...addresses: string[]): Resolve =>
  (_hostname, _options, callback) =>
    callback(null, addresses.map(toLookupAddress));

const toLookupAddress = (address: string): LookupAddress => ({
  address,
  family: address.includes(":") ? 6 : 4,
});

describe("a private address is never connected to", () => {
  test.each([
    "127.0.0.1",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f000001",
    "017700000001",
    "127.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "0.0.0.0",
    "0",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
  ])("when the URL says http://%s", async (host) => {
    expect(await ask(`http://${host}:${canary.port}/a.wav`)).toBe("audio-address-forbidden");
    expect(canary.connections()).toBe(0);
  });

  test.each([
    ["127.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["8.8.8.8", "127.0.0.1"],
    ["127.0.0.1", "8.8.8.8"],
    ["2606:4700::1111", "fd00::1"],
  ])("when the name resolves to %s %s", async (...addresses) => {
    const given = addresses.filter((address) => address !== undefined);
    for (const resolve of [answerWith(...given), later(answerWith(...given))]) {
      for (const host of ["audio.test", "localhost."]) {
        const code = await ask(`https://${host}:${canary.port}/a.wav`, sourceForTest({ resolve }));
        expect(code).toBe("audio-address-forbidden");
      }
    }
    expect(canary.connections()).toBe(0);
  });

  test("when the name means another address to whoever asks again", async () => {
    const given: string[] = [];
    const resolve: Resolve = (...request) => {
      const address = given.length === 0 ? "127.0.0.1" : "8.8.8.8";
      given.push(address);
      answerWith(address)(...request);
    };
    const code = await ask(`https://audio.test:${canary.port}/`, sourceForTest({ resolve }));
    expect([code, given]).toEqual(["audio-address-forbidden", ["127.0.0.1"]]);
    expect(canary.connections()).toBe(0);
  });

  test.each([301, 302, 303, 307, 308])(
    "when a named host redirects there by %i",
    async (status) => {
      const canaryUrl = `http://localhost:${canary.port}/a.wav`;
      const named = await serveForTest((_request, response) => {
        response.writeHead(status, { Location: canaryUrl }).end();
      });
      for (const audioHosts of [[`127.0.0.1:${named.port}`], ["127.0.0.1"]]) {
        expect(await ask(named.origin, sourceForTest({ audioHosts }))).toBe(
          "audio-address-forbidden",
        );
      }
      const service = sourceForTest({ serviceOrigin: named.origin });
      expect(await ask(named.origin, service)).toBe("audio-address-forbidden");
      expect(canary.connections()).toBe(0);
    },
  );

  test("not even beside the service's own origin, on another port", async () => {
    const service = await serveForTest((_request, response) => response.end());
    const source = sourceForTest({ serviceOrigin: service.origin });
    expect(await ask(canary.origin, source)).toBe("audio-address-forbidden");
    expect(canary.connections()).toBe(0);
  });
});

test.each(["ftp://a.test/x", "file:///etc/passwd", "data:audio/wav,x", "http://u:p@a.test/x"])(
  "%s is no address to fetch from",
  async (address) => {
    expect(await ask(address, sourceForTest({ resolve: answerWith("8.8.8.8") }))).toBe(
      "audio-address-forbidden",
    );
  },
);

test.each(["", "n/a", "/recordings/1.wav", "http://"])("%j can't be fetched", async (address) => {
  expect(await ask(address)).toBe("audio-unreachable");
});

describe("what the operator named is fetched", () => {
  test.each([
    ["audio.test:PORT", "audio.test"],
    ["audio.test:PORT", "AUDIO.test"],
    ["localhost", "localhost"],
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1:PORT", "127.1"],
  ])("%s for http://%s", async (named, host) => {
    const audioHosts = [named.replace("PORT", String(canary.port))];
    const source = sourceForTest({ audioHosts, resolve: answerWith("127.0.0.1") });
    expect(await ask(`http://${host}:${canary.port}/`, source)).toBe(200);
    expect(canaryHeard).toEqual([undefined]);
  });

  test("by its name alone on other ports, if its addresses are public", async () => {
    const name = `http://audio.test:${canary.port}/`;
    const audioHosts = ["audio.test"];
    const inside = sourceForTest({ audioHosts, resolve: answerWith("127.0.0.1") });
    expect(await ask(name, inside)).toBe("audio-address-forbidden");
    expect(canary.connections()).toBe(0);
    // On the port of its scheme it may be inside.
    expect(await ask("http://audio.test/", inside)).not.toBe("audio-address-forbidden");
    const nowhere = vi.fn<Resolve>((_hostname, _options, callback) => callback(new Error(), []));
    expect(await ask(name, sourceForTest({ audioHosts, resolve: nowhere }))).toBe(
      "audio-unreachable",
    );
    expect(nowhere).toHaveBeenCalled();
  });

  test.each([["audio.test:1"], ["test"], ["io.test"], ["audio.test.evil.test"], [""]])(
    "but not by the name %j",
    async (named) => {
      const source = sourceForTest({ audioHosts: [named], resolve: answerWith("127.0.0.1") });
      expect(await ask(`http://audio.test:${canary.port}/`, source)).toBe(
        "audio-address-forbidden",
      );
      expect(canary.connections()).toBe(0);
    },
  );
});

describe("the token", () => {
  test("goes to the service's own origin, and not along with its redirect", async () => {
    const heard: unknown[] = [];
    const service = await serveForTest((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(302, { Location: canary.origin }).end();
    });
    const source = sourceForTest({ serviceOrigin: service.origin, audioHosts: ["127.0.0.1"] });
    expect(await ask(service.origin, source)).toBe(200);
    expect(heard).toEqual([`Bearer ${goodToken}`]);
    expect(canaryHeard).toEqual([undefined]);
  });

  test("comes in again when another host redirects to the service", async () => {
    const other = await serveForTest((_request, response) => {
      response.writeHead(302, { Location: canary.origin }).end();
    });
    const audioHosts = [`127.0.0.1:${other.port}`];
    const source = sourceForTest({ serviceOrigin: canary.origin, audioHosts });
    expect(await ask(other.origin, source)).toBe(200);
    expect(canaryHeard).toEqual([`Bearer ${goodToken}`]);
  });
});

test.each([
  [3, 200],
  [4, "audio-unreachable"],
])("%i redirects end in %s", async (redirects, expected) => {
  let left = redirects;
  const server = await serveForTest((_request, response) => {
    left -= 1;
    if (left < 0) response.writeHead(200, { "Content-Type": "audio/wav" }).end("RIFF");
    else response.writeHead(302, { Location: `/next-${left}` }).end();
  });
  expect(await ask(server.origin, sourceForTest({ audioHosts: ["127.0.0.1"] }))).toBe(expected);
});

function later(resolve: Resolve): Resolve {
  return (hostname, options, callback) => {
    setTimeout(() => resolve(hostname, options, callback), 5);
  };
}
