import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { inProject } from "../command/project";

it("installs without a package that asks for another Node than this one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-lock-"));
  for (const name of ["package.json", "package-lock.json"]) {
    await copyFile(inProject(name), join(folder, name));
  }
  const options = ["--dry-run", "--ignore-scripts", "--offline", "--no-audit"];
  const { stderr } = await promisify(execFile)("npm", ["ci", ...options], { cwd: folder });
  expect(stderr).not.toMatch(/EBADENGINE|deprecated/);
  await rm(folder, { recursive: true });
});

it("has a hash of each package, but for those that no registry of ours offers", async () => {
  const { packages } = JSON.parse(await readFile(inProject("package-lock.json"), "utf8"));
  const without = Object.keys(packages).filter((place) => {
    const { integrity, inBundle } = packages[place];
    return place !== "" && !/^sha512-[\w+/]{86}==$/.test(integrity) && !inBundle;
  });
  const unknown = without.filter((place) => !unoffered.has(`${place}@${packages[place].version}`));
  expect(unknown).toEqual([]);
});

/** FFmpeg's decoder for other machines than Linux on x64. */
const unoffered = new Set(
  [
    "darwin-arm64",
    "darwin-x64",
    "linux-arm-gnueabihf",
    "linux-arm64-gnu",
    "linux-arm64-musl",
    "win32-arm64-msvc",
    "win32-x64-msvc",
  ].map((platform) => `node_modules/@napi-rs/webcodecs-${platform}@1.3.1`),
);
