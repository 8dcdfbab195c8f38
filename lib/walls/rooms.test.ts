import { dirname } from "node:path";
import { expect, test } from "vitest";
import { publicComponents } from "./public-components";
import { publicFiles } from "./public-files";
import { allImports, files, type Import, productFiles, toStem } from "./test-imports";

/** What the product's own code imports; tests, journeys and measurements look inside. */
const isTestHelper = (path: string) => /(^|\/)test-[\w-]+\.tsx?$/.test(path);
const imports = allImports.filter(
  ({ from }) => !/^(e2e|bench)\//.test(from) && !isTestHelper(from),
);
const shownFiles = { ...publicFiles, ...publicComponents };
const roomOf = (path: string) =>
  /^(lib|components)\//.test(path) ? path.split("/").slice(0, 2).join("/") : undefined;
const folderOf = (path: string) => dirname(path);
const isPublic = (path: string) => {
  const room = roomOf(path);
  return !room || (shownFiles[room] ?? []).includes(toStem(path).slice(room.length + 1));
};

/** The public file of a room that has this one behind it, on the shortest way. */
function findWayTo(hidden: string): string | undefined {
  const room = roomOf(hidden);
  const seen = new Set([toStem(hidden)]);
  for (const stem of seen) {
    if (stem !== toStem(hidden) && isPublic(stem)) return stem;
    for (const { from, to } of allImports) {
      if (toStem(to) === stem && roomOf(from) === room) seen.add(toStem(from));
    }
  }
  return undefined;
}

test("nobody reaches past what a room shows", () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      roomOf(to) &&
      roomOf(from) !== roomOf(to) &&
      !isPublic(to) &&
      !/\/(german|texts\.de)\.ts$/.test(from),
  );
  expect(
    wrong.map(({ from, to }) => {
      const instead = findWayTo(to);
      const advice = instead
        ? `use ${instead}, which has it behind it`
        : `use one of ${shownFiles[roomOf(to) ?? ""]?.join(", ")}`;
      return `${from} → ${to}: ${advice}, or show it to others in lib/walls`;
    }),
  ).toEqual([]);
});

test("every room says what it shows, and the largest three show a third of their files", () => {
  const count = new Map<string, number>();
  for (const { path } of productFiles) {
    const room = roomOf(path);
    if (room && !isTestHelper(path)) count.set(room, (count.get(room) ?? 0) + 1);
  }
  const silent = [...count.keys()].filter((room) => !shownFiles[room] && room !== "lib/walls");
  expect(silent.map((room) => `${room}: list what it shows in lib/walls`)).toEqual([]);
  for (const room of ["lib/intake", "lib/recordings", "components/recordings"]) {
    const share = (shownFiles[room]?.length ?? 0) / (count.get(room) ?? 0);
    expect.soft(share, room).toBeLessThanOrEqual(1 / 3);
  }
});

test("what a room shows is there, and somebody outside uses it", () => {
  const used = new Set(
    imports.flatMap(({ from, to }) => (roomOf(from) === roomOf(to) ? [] : [toStem(to)])),
  );
  const shown = Object.entries(shownFiles).flatMap(([room, names]) =>
    names.map((name) => `${room}/${name}`),
  );
  expect(shown.filter((stem) => !used.has(stem))).toEqual([]);
});

/** What two places import of each other. */
function findMutual(placeOf: (path: string) => string | undefined): string[] {
  const between = new Map<string, Import>();
  for (const one of allImports) {
    const [here, there] = [placeOf(one.from), placeOf(one.to)];
    // A room's translations know only the types of its English texts, wherever these stand.
    if (!here || !there || one.from.endsWith("texts.de.ts") || isTestHelper(one.from)) continue;
    between.set(`${here} → ${there}`, one);
  }
  return [...between.values()].flatMap((one) => {
    const [here, there] = [placeOf(one.from) ?? "", placeOf(one.to) ?? ""];
    const back = between.get(`${there} → ${here}`);
    return back && here < there
      ? [`${one.from} → ${one.to}, and ${back.from} → ${back.to}: move what both need to one side`]
      : [];
  });
}

test("no two folders import each other", () => {
  const places = /^(lib|bin|components|bench|sandbox|e2e)\//;
  expect(findMutual((path) => (places.test(path) ? folderOf(path) : undefined))).toEqual([]);
});

test("no two rooms import each other", () => {
  expect(findMutual(roomOf)).toEqual([]);
});

test("no folder of lib, bin or components has more than twenty files beside its texts", () => {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (/^(lib|bin|components)\//.test(path) && !/\btexts\.\w+\.ts$/.test(path))
      counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > 20);
  expect(large.map(([folder, count]) => `${folder}: ${count} files; find its second noun`)).toEqual(
    [],
  );
});
