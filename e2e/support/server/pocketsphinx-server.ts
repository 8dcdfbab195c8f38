import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findTool } from "@/bin/check/other-judges";

const run = promisify(execFile);

/** A real recogniser, Debian's pocketsphinx, behind the interface of OpenAI's transcribers. */
export async function startPocketsphinx(key: string) {
  const program = await findTool("pocketsphinx_continuous", "pocketsphinx", "pocketsphinx-en-us");
  const folder = await mkdtemp(join(tmpdir(), "pocketsphinx-"));
  let heard = 0;
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${key}`) return send(401, {});
    const file = (await readForm(request)).get("file");
    if (!(file instanceof Blob)) return send(400, { error: { message: "file is missing" } });
    const path = join(folder, `${heard++}.wav`);
    await writeFile(path, Buffer.from(await file.arrayBuffer()));
    const words = await recognise(program, path);
    const text = words.map(({ word }) => word).join(" ");
    send(200, { task: "transcribe", language: "english", text, words });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Speech at 16 kHz by Debian's flite, in a voice that a recogniser understands. */
export async function speak(text: string): Promise<string> {
  const flite = await findTool("flite", "flite");
  const path = join(await mkdtemp(join(tmpdir(), "flite-")), "speech.wav");
  await run(flite, ["-voice", "slt", "-t", text, "-o", path]);
  return path;
}

type Word = { word: string; start: number; end: number };

/** A line for each word: what it is, when it begins and ends, and how sure that is. */
async function recognise(program: string, path: string): Promise<Word[]> {
  const options = ["-infile", path, "-time", "yes", "-logfn", "/dev/null"];
  const { stdout } = await run(program, options);
  return stdout.split("\n").flatMap((line) => {
    const [, word, start, end] =
      /^([a-z'.-]+)(?:\(\d+\))? ([\d.]+) ([\d.]+) [\d.]+$/.exec(line) ?? [];
    return word ? [{ word, start: Number(start), end: Number(end) }] : [];
  });
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(Buffer.concat(chunks)), { headers }).formData();
}
