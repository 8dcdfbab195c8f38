import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import S3rver from "@20minutes/s3rver";
import { Secret } from "@/lib/platform/settings/secret";

export const bucket = "calls";
/** The one key that the server knows. */
export const s3Key = "S3RVER";

/**
 * A server that speaks S3 over real HTTP, checks signatures and keeps its objects in a folder. Those of
 * lists it gets wrong, since it leaves out the slash behind the bucket, so that who lists needs it lax.
 */
export async function startS3Server({ isLax = false } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    allowMismatchedSignatures: isLax,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  // It does all of multipart uploads but their end before they are whole.
  server.middleware.unshift(async (context, next) => {
    const { uploadId } = context.query;
    if (context.method !== "DELETE" || !uploadId) return next();
    try {
      await rm(join(uploadsOf(directory), basename(uploadId)), { recursive: true });
      context.status = 204;
    } catch {
      context.status = 404;
      context.body = "<Error><Code>NoSuchUpload</Code></Error>";
    }
  });
  const { port }: AddressInfo = await server.run();
  return {
    directory,
    settings: {
      AUDIO_S3_BUCKET: bucket,
      AUDIO_S3_PREFIX: "earshot/",
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: new Secret(s3Key),
      AWS_SECRET_ACCESS_KEY: new Secret(s3Key),
      AWS_SESSION_TOKEN: undefined,
    },
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Where the server keeps the parts of uploads that aren't whole. */
export function uploadsOf(directory: string): string {
  return join(directory, bucket, "._S3rver_uploads");
}

/** Passes all on to a server, each request once `before` it is done; one that this refuses breaks off. */
export async function proxyTo(target = "", before: (asked: string) => Promise<void>) {
  const proxy = createServer(async (incoming, response) => {
    try {
      await before(`${incoming.method} ${incoming.url}`);
    } catch {
      return void incoming.destroy();
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? "", target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // Who goes away in the middle leaves nothing open behind.
    pipeline(incoming, passed).catch(() => passed.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      proxy.close().closeAllConnections();
    },
  };
}
