import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    ...{ port: 0, address: "127.0.0.1", silent: true, directory },
    allowMismatchedSignatures: isLax,
    configureBuckets: [{ name: bucket, configs: [] }],
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
