import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDirectory } from "./data-directory";

let folder: string;
const say = () => undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-data-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (...path: string[]) =>
  ((await stat(join(folder, ...path))).mode & 0o7777).toString(8);

test("a folder made before, and what lies in it, is closed to other users", async () => {
  await mkdir(join(folder, "journal"));
  await mkdir(join(folder, "postgres"));
  const files = ["secrets.json", "postgres.log", "postgres.log.1", "journal/data.mdb"];
  for (const file of files) await writeFile(join(folder, file), "kept");
  for (const file of files) await chmod(join(folder, file), 0o644);
  for (const place of ["", "journal", "postgres"]) await chmod(join(folder, place), 0o755);

  const { release } = await openDataDirectory(folder, { say });
  await release();
  for (const place of ["", "journal", "postgres"]) expect(await modeOf(place), place).toBe("700");
  for (const file of files) expect(await modeOf(file), file).toBe("600");
});

test("a link in it is not followed: what it leads to is somebody else's", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), "earshot-elsewhere-"));
  await chmod(elsewhere, 0o755);
  await symlink(elsewhere, join(folder, "link"));
  await (await openDataDirectory(folder, { say })).release();
  expect(((await stat(elsewhere)).mode & 0o777).toString(8)).toBe("755");
  await rm(elsewhere, { recursive: true });
});

test("a folder that all users share is refused, with its remedy, and left as it is", async () => {
  await chmod(folder, 0o1777);
  await expect(openDataDirectory(folder, { say })).rejects.toThrow(
    /is shared by all users of this machine.*\nSet DATA_DIR/,
  );
  expect(await modeOf("")).toBe("1777");
});

test.skipIf(process.getuid?.() !== 0)(
  "a folder that stays open because it is somebody else's is refused, with its remedy",
  async () => {
    await chmod(folder, 0o777);
    await chown(folder, 1, 1);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "--conditions=react-server", "--input-type=module", "-e", program],
      {
        cwd: fileURLToPath(new URL("../../..", import.meta.url)),
        env: { ...process.env, PLACE: folder, TMPDIR: folder, NODE_OPTIONS: "" },
        uid: 65_534,
        gid: 65_534,
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("");
    expect(stdout).toContain("can be read by other users of this machine");
    expect(stdout).toContain("chown");
    expect(status).toBe(0);
  },
);

const program = `
  const { openDataDirectory } = await import("./lib/platform/files/data-directory.ts");
  await openDataDirectory(process.env.PLACE, { say() {} }).catch((error) => console.log(error.message));`;
