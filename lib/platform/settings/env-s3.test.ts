import { inspect } from "node:util";
import { expect, test } from "vitest";
import { EnvError, parseEnv } from "./env";

function faultsOf(settings: Record<string, string>): string[] {
  try {
    parseEnv(settings);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
}

const bucket = { AUDIO_STORE: "s3", AUDIO_S3_BUCKET: "calls", AWS_REGION: "eu-central-1" };

test("all that a bucket lacks is named at once", () => {
  const faults = faultsOf({
    AUDIO_STORE: "s3",
    AWS_SECRET_ACCESS_KEY: "canary-6f1b",
    AWS_ENDPOINT_URL_S3: "ftp://files.example.com",
  }).join("\n");
  for (const name of ["AUDIO_S3_BUCKET", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_ENDPOINT_URL_S3"])
    expect(faults).toContain(name);
  expect(faults).not.toContain("canary");
  expect(faultsOf({ ...bucket, AUDIO_S3_BUCKET: "Calls!" })).toHaveLength(1);
  expect(faultsOf({ ...bucket, AWS_ENDPOINT_URL_S3: "https://u:p@s3.example.com" })).toHaveLength(
    1,
  );
});

test("a bucket needs no keys, and another store none of all that", () => {
  expect(faultsOf(bucket)).toEqual([]);
  expect(faultsOf({ AWS_ACCESS_KEY_ID: "of something else" })).toEqual([]);
});

test("keys are printed by nothing", () => {
  const keys = { AWS_ACCESS_KEY_ID: "canary-id", AWS_SECRET_ACCESS_KEY: "canary-key" };
  const read = parseEnv({ ...bucket, ...keys, AWS_SESSION_TOKEN: "canary-token" });
  expect(inspect(read) + JSON.stringify(read)).not.toContain("canary");
});
