import { describe, expect, test } from "vitest";
import {
  allImports,
  files,
  placeOf,
  productFiles,
  resolveImport,
  sourceOf,
  toStem,
} from "./test-imports";

/** What every room that shows or stores something stands on. */
const ground = [
  "lib/list",
  "lib/language",
  "lib/settings",
  "lib/access",
  "lib/ops",
  "lib/platform",
];

/** Who may import from whom. A room is a folder of `lib`; everything may import from itself. */
const mayImport: Record<string, string[]> = {
  "lib/walls": [],
  "lib/platform": [],
  "lib/language": ["lib/platform"],
  "lib/list": [],
  "lib/ops": ["lib/platform"],
  "lib/settings": ["lib/ops", "lib/platform"],
  "lib/access": ["lib/settings", "lib/language", "lib/ops", "lib/platform"],
  "lib/recordings": ground,
  "lib/customers": ["lib/recordings", ...ground],
  "lib/campaigns": ["lib/recordings", ...ground],
  "lib/vocabulary": ["lib/recordings", ...ground],
  "lib/saved-views": ["lib/recordings", ...ground],
  "lib/audit": ground,
  "lib/notes": ["lib/audit", "lib/recordings", ...ground],
  "lib/coverage": ["lib/recordings", ...ground],
  "lib/intake": ["lib/coverage", "lib/recordings", ...ground],
  "lib/calling-service": ground,
  "lib/audio": ["lib/audit", "lib/heard", "lib/recordings", "lib/calling-service", ...ground],
  "lib/transcripts": ["lib/audio", "lib/recordings", ...ground],
  "lib/heard": ["lib/recordings", ...ground],
  "lib/export": ["lib/coverage", "lib/recordings", ...ground],
  "lib/rehearsal": ["lib/intake", "lib/audio", "lib/recordings", ...ground],
  "lib/samples": ["lib/intake", "lib/recordings", ...ground],
  "lib/gateway": [
    "lib/intake",
    "lib/audio",
    "lib/language",
    "lib/access",
    "lib/ops",
    "lib/platform",
  ],
  "lib/backup": ["lib/intake", "lib/ops", "lib/platform"],
  components: ["lib"],
  app: ["components", "lib"],
  "instrumentation.ts": ["app", "lib"],
  bin: ["lib", "sandbox", "next.config.mjs"],
  bench: ["bin", "components", "lib"],
  sandbox: [],
  e2e: ["app", "bench", "bin", "lib", "sandbox"],
};

/** In a room, only what holds the gate knows who is signed in. */
const gateHolders = /(^|[-/])(load|actions)\.ts$/;
/** How they become somebody who is signed in, and end it. */
const forStrangers = /^async function (signIn|signOut|acceptInvitation)\(/;
const forbiddenNames =
  /^(index|utils?|helpers?|common|misc|types?|constants?|shared|.*-(utils|helpers|service|manager))$/;

describe("the walls", () => {
  test("the files were found", () => {
    expect(productFiles.length).toBeGreaterThan(100);
    expect(allImports.length).toBeGreaterThan(200);
  });

  test("arrows run one way", () => {
    const wrong = allImports.filter(({ from, to }) => {
      const [here, there] = [placeOf(from), placeOf(to)];
      if (here === there || to.startsWith("prisma/client")) return false;
      const allowed = mayImport[here] ?? [];
      return !allowed.some((place) => there === place || there.startsWith(`${place}/`));
    });
    expect(
      wrong.map(
        ({ from, to }) =>
          `${from} → ${to}: ${placeOf(from)} may import only from ${mayImport[placeOf(from)]?.join(", ") || "itself"}`,
      ),
    ).toEqual([]);
  });

  test("components take from the rooms only types and pure files", () => {
    const wrong = allImports.filter(
      ({ from, to, isTypeOnly }) =>
        from.startsWith("components/") &&
        !isTypeOnly &&
        (to.startsWith("prisma/client") || isServerOnly(sourceOf(to) ?? "")),
    );
    expect(wrong.map(({ from, to }) => `${from} → ${to}: pass it as a prop instead`)).toEqual([]);
  });

  test("whatever a component loads, directly or not, needs no server", () => {
    const onServerOnly = /^(node:|pg\b|@prisma\/|undici|pino|better-auth$|prisma\/client)/;
    const wrong = productFiles
      .filter(
        ({ path, source }) => path.startsWith("components/") && /^["']use client/.test(source),
      )
      .flatMap(({ path }) =>
        loadedBy(path)
          .filter((name) => onServerOnly.test(name))
          .map((name) => `${path} → … → ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  test("a room knows who is signed in only in its load and actions files", () => {
    const wrong = allImports.filter(
      ({ from, to }) =>
        from.startsWith("lib/") &&
        !from.startsWith("lib/access/") &&
        /^lib\/access\/gate\/(gate|route|serve)$/.test(to) &&
        !gateHolders.test(from),
    );
    expect(wrong.map(({ from }) => `${from}: ask at the gate in load.ts or actions.ts`)).toEqual(
      [],
    );
  });

  test("whatever a load or actions file exports holds the gate", () => {
    const open = productFiles.flatMap(({ path, source }) =>
      path.startsWith("lib/") && gateHolders.test(path)
        ? source
            .split(/^export /m)
            .slice(1)
            .filter((one) => path !== "lib/access/members/actions.ts" || !forStrangers.test(one))
            .filter(
              (one) =>
                !/^type |await (require(Viewer|Administrator)|load\w+)\(|^const \w+ = forViewers\(/m.test(
                  one,
                ),
            )
            .map((one) => `${path}: ${one.split("\n")[0]}`)
        : [],
    );
    expect(open).toEqual([]);
  });

  test("every route handler is made by `route`, but for those that are open to strangers", () => {
    const open = productFiles.filter(
      ({ path, source }) =>
        /^app\/api\/.*\/route\.ts$/.test(path) &&
        !/^app\/api\/(auth|health|ready|webhooks)\//.test(path) &&
        /^export (?!const \w+ = (?:route(?:WhileSignedIn)?\(|GET;))/m.test(source),
    );
    expect(open.map(({ path }) => `${path}: use lib/access/gate/route`)).toEqual([]);
  });

  test("the ledger of recordings is written through its few files", () => {
    const folder = "lib/recordings/ledger/";
    const ways = /\/(ledger|versions-sql)$/;
    const wrong = allImports.filter(
      ({ from, to }) => !from.startsWith(folder) && to.startsWith(folder) && !ways.test(to),
    );
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test("all but COPY, LISTEN and what comes before the database's use is asked through Prisma", () => {
    const past =
      /^lib\/(backup\/sql|intake\/drain\/test-breaking|export\/export-recordings|platform\/(migrations\/.*|postgres\/roles-sql)|platform\/database\/(test-database|db|transaction))\.ts$|^bin\/database\/sql\.ts$/;
    const wrong = productFiles.filter(
      ({ path, source }) =>
        /^(app|bin|lib)\//.test(path) && /\.query\s*[<(]/.test(source) && !past.test(path),
    );
    expect(wrong.map(({ path }) => `${path}: use prismaOn or inTransaction`)).toEqual([]);
  });

  test("there is one way to a transaction, which is tried again and commits durably", () => {
    const found = productFiles.filter(({ source }) => /\$transaction\s*[<(]/.test(source));
    const wrong = found.filter(({ path }) => !path.startsWith("lib/platform/database/"));
    expect(found.length).toBeGreaterThan(wrong.length);
    expect(wrong.map(({ path }) => `${path}: use transact or inTransaction`)).toEqual([]);
  });

  test("what people ask for waits in no pool for background work", () => {
    const asked = productFiles.filter(({ path }) => /(^|\/)(actions|load|route)\.ts$/.test(path));
    const wrong = asked.filter(({ source }) => source.includes("backgroundPool"));
    expect(asked.length).toBeGreaterThan(30);
    expect(wrong.map(({ path }) => `${path}: use db, transact or pagePool`)).toEqual([]);
  });

  test("SQL stands in files of its own, but for what opens transactions, listens and migrates", () => {
    const own =
      /[/-]sql\.ts$|\/sql\/|\/test-[^/]*$|^lib\/platform\/(database\/(db|transaction)|migrations\/.*)\.ts$/;
    const wrong = productFiles.filter(
      ({ path, source }) =>
        /^(app|bin|components|lib)\//.test(path) &&
        /\$(query|execute)Raw\b|Prisma\.(sql|raw|join)\b/.test(source) &&
        !own.test(path),
    );
    expect(wrong.map(({ path }) => `${path}: move it into sql.ts`)).toEqual([]);
  });

  test("only the calling-service room reads its key", () => {
    const readers = productFiles.filter(
      ({ path, source }) =>
        source.includes("CALLING_SERVICE_API_KEY") &&
        !/^(lib\/calling-service|lib\/platform\/settings\/env\.ts|components\/calling-service|bin|sandbox|e2e|bench)/.test(
          path,
        ),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  test("no secret is compared by an operator, whose time depends on how much fits", () => {
    const comparison = /[!=]==?\s*[\w.?()]+\.reveal\(\)|\.reveal\(\)\s*[!=]==?/;
    const wrong = productFiles.filter(({ source }) => comparison.test(source));
    expect(wrong.map(({ path }) => `${path}: use Secret.equals or findHash`)).toEqual([]);
  });

  test("whatever touches the database or the settings is server-only", () => {
    const touching =
      /lib\/platform\/(database\/db|settings\/env)"|from "\.\.?\/(database\/|settings\/)?(db|env)"/;
    const wrong = productFiles.filter(
      ({ path, source }) =>
        path.startsWith("lib/") &&
        touching.test(source) &&
        !isServerOnly(source) &&
        !/\/test-[\w-]+\.ts$/.test(path),
    );
    expect(wrong.map(({ path }) => `${path}: begin with import "server-only";`)).toEqual([]);
  });

  test("the gateway loads no Next, no database and nothing that hashes passwords", () => {
    const loaded = loadedBy("bin/gateway.ts");
    expect(loaded).toContain("lib/intake/journal/lmdb-journal.ts");
    const wrong =
      /^(next|react|pg|@prisma|better-auth)\b|prisma\/client|platform\/database\/db|sessions\/sign-in/;
    expect(loaded.filter((name) => wrong.test(name))).toEqual([]);
  });

  test("no page or layout is a client component", () => {
    const wrong = productFiles.filter(
      ({ path, source }) =>
        /\/(page|layout)\.tsx$/.test(path) && /^["']use client["']/.test(source),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("files are named for the one thing that they hold", () => {
    const wrong = productFiles.filter(({ path }) => {
      const name =
        path
          .split("/")
          .at(-1)
          ?.replace(/(\.\w+)+$/, "") ?? "";
      const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
      return !isKebab || forbiddenNames.test(name);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("no file has more than 300 lines", () => {
    const long = files.filter(({ source }) => source.split("\n").length > 301);
    expect(long.map(({ path }) => `${path}: split it by what it does`)).toEqual([]);
  });

  test("no literal is spread into another", () => {
    const spread = /\.\.\.(\{|\[[^[\]]*\](?!\.)|\(\[[^[\]]*\] as const\)(?!\.))/;
    const wrong = files.filter(({ source }) => spread.test(source));
    expect(wrong.map(({ path }) => `${path}: write out what it holds`)).toEqual([]);
  });

  test("no loose files beside the rooms", () => {
    const loose = files.filter(({ path }) => /^lib\/[^/]+$/.test(path));
    expect(loose.map(({ path }) => path)).toEqual([]);
  });
});

/** Every file and package that a program loads as it starts; not what it imports late. */
function loadedBy(program: string): string[] {
  const found = new Set([program]);
  for (const path of found) {
    const statements = (sourceOf(path) ?? "").matchAll(
      /^(?:import|export) (?!type )(?:[\w*{}\s,$]+? from )?"([^"]+)";/gm,
    );
    for (const [, specifier = ""] of statements) {
      const to = resolveImport(path, specifier);
      const file = to && files.find((one) => toStem(one.path) === toStem(to))?.path;
      found.add(file ?? to ?? specifier);
    }
  }
  return [...found];
}

function isServerOnly(source: string): boolean {
  return source.startsWith('import "server-only";') || source.startsWith('"use server";');
}
