import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { german } from "./german";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = ["app", "components", "lib"].flatMap((place) =>
  readdirSync(`${root}/${place}`, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({
      file: `${place}/${file}`,
      source: readFileSync(`${root}/${place}/${file}`, "utf8"),
    }))
    .filter(({ source }) => /\btexts\(\s*"\w/.test(source)),
);
const rooms = (
  await Promise.all(
    sources.map(async ({ file, source }) => {
      const module: Record<string, () => object> = await import(/* @vite-ignore */ `../${file}`);
      return [...source.matchAll(/^export const (\w+) = texts\(\s*"(\w+)"/gm)].map(
        ([, reader = "", name = ""]) => ({ file, name, english: module[reader]?.() ?? {} }),
      );
    }),
  )
).flat();
const dictionary: Record<string, object> = german;

it("knows all English texts", () => {
  const told = sources.flatMap(({ source }) => source.match(/\btexts\(\s*"\w/g) ?? []);
  expect(rooms.length).toBe(told.length);
  expect(rooms.filter(({ english }) => Object.keys(english).length === 0)).toEqual([]);
});

it("has every room under a name of its own", () => {
  expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(german).sort());
});

/** Texts of two languages side by side, by their path; functions are theirs to word. */
function pair(one: unknown, other: unknown, path: string): [string, string, string][] {
  if (typeof one === "string" && typeof other === "string") return [[path, one, other]];
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return [];
  const values: Record<string, unknown> = { ...other };
  return Object.entries(one).flatMap(([key, value]) => pair(value, values[key], `${path}.${key}`));
}

const pairs = rooms.flatMap(({ name, english }) => pair(english, dictionary[name], name));

it("fills the same places", () => {
  const placesOf = (text: string) => (text.match(/\{\w*\}/g) ?? []).sort();
  const wrong = pairs.filter(([, english, own]) => `${placesOf(english)}` !== `${placesOf(own)}`);
  expect(wrong).toEqual([]);
});

it("is set as German is", () => {
  const wrong = pairs.filter(
    ([, , own]) =>
      /\.\.\.|\S…|[“"][^”]*"|\b[Dd](u|ein|ich|ir)\b| {2}|[‘’]\w* \w+[’]/.test(own) &&
      !/^…/.test(own),
  );
  expect(wrong).toEqual([]);
});

it("begins and ends with a space where English does", () => {
  const edges = (text: string) => [/^ /.test(text), / $/.test(text)].join();
  expect(pairs.filter(([, english, own]) => edges(english) !== edges(own))).toEqual([]);
});

it("says long sentences otherwise than English does", () => {
  const stayed = pairs.filter(([, english, own]) => english === own && /\w \w+ \w/.test(english));
  expect(stayed).toEqual([]);
});
