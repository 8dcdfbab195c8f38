import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keepRequestLocale } from "./request-locale";
import { addDictionary, currentLocale, texts } from "./texts";

const greeting = texts("greeting", { hello: "Hello", calls: (n: number) => `${n} calls` });

/** Answers late, in another turn of the loop, as pages do. */
const server = createServer(async (request, response) => {
  await new Promise((resolve) => setTimeout(resolve, request.url === "/slow" ? 50 : 1));
  response.end(`${currentLocale()} ${greeting().hello} ${greeting().calls(2)}`);
});

beforeAll(async () => {
  keepRequestLocale();
  addDictionary("de", { greeting: { hello: "Hallo", calls: (n: number) => `${n} Anrufe` } });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());

async function ask(path: string, headers: Record<string, string>): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, host: "127.0.0.1", path, headers }), "response");
  return (await response.setEncoding("utf8").toArray()).join("");
}

it("speaks the language of each request, whatever others ask for meanwhile", async () => {
  const answers = await Promise.all([
    ask("/slow", { "Accept-Language": "de-CH" }),
    ask("/", { "Accept-Language": "en-US" }),
    ask("/slow", { "Accept-Language": "en", Cookie: "a=b; earshot-locale=de-AT; c=d" }),
    ask("/", {}),
  ]);
  expect(answers).toEqual([
    "de-CH Hallo 2 Anrufe",
    "en-US Hello 2 calls",
    "de-AT Hallo 2 Anrufe",
    "en-GB Hello 2 calls",
  ]);
});

it("is English where nobody asked", () => {
  expect(currentLocale()).toBe("en-GB");
  expect(greeting().hello).toBe("Hello");
});
