import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Whatever is written in TypeScript or JavaScript, but for what is generated. */
export const files = ["app", "components", "lib", "bin", "bench", "sandbox", "e2e"]
  .filter((place) => existsSync(join(root, place)))
  .flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map((name) =>
      join(place, name),
    ),
  )
  .concat("instrumentation.ts")
  .filter((path) => /\.(tsx?|mjs)$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }));
export const productFiles = files.filter(({ path }) => !/\.test\.tsx?$/.test(path));

export type Import = { from: string; to: string; isTypeOnly: boolean };

function importsOf(path: string, source: string): Import[] {
  const statements = source.matchAll(
    /(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g,
  );
  return [...statements].flatMap(([, type, fixed, dynamic]) => {
    const to = resolveImport(path, fixed ?? dynamic ?? "");
    return to ? [{ from: path, to, isTypeOnly: type !== undefined }] : [];
  });
}

/** The path inside the repository, undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return undefined;
  return normalize(relative(root, join(root, dirname(from), specifier)));
}

export function toStem(path: string): string {
  return path.replace(/\.\w+$/, "");
}

/** `lib/audio`, or the top folder. */
export function placeOf(path: string): string {
  const [top = "", room = ""] = path.split("/");
  return top === "lib" ? `lib/${room}` : top;
}

export function sourceOf(path: string): string | undefined {
  return files.find((file) => toStem(file.path) === toStem(path))?.source;
}

export const allImports = productFiles.flatMap(({ path, source }) => importsOf(path, source));

/** Each room of texts that a file holds, as it is written there: `export const x = texts("…", { … })`. */
export const englishTexts =
  /^export const \w+ = texts\((?:"\w+", \{.*|"\w+", \{$[\s\S]*?^\}.*)\);$/gm;
