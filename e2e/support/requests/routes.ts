import { readdir } from "node:fs/promises";
import { sep } from "node:path";
import { inProject } from "@/bin/command/project";

/** A page or a route handler of the app, found in its folder, so that a new one can't be forgotten. */
export type Route = {
  kind: "page" | "route";
  /** As `/recordings/[id]`. */
  pattern: string;
  /** The folders that lead to it, groups such as `(dashboard)` among them. */
  folders: string[];
};

/** What stands for `[id]` and its like, by the folder and the segment: `recordings/[id]`. */
export type Segments = Record<string, string>;

export async function findRoutes(): Promise<Route[]> {
  const files = await readdir(inProject("app"), { recursive: true });
  return files
    .flatMap((file): Route[] => {
      const [name = "", ...behind] = file.split(sep).reverse();
      const kind = /^(page|route)\.[jt]sx?$/.exec(name)?.[1];
      if (kind !== "page" && kind !== "route") return [];
      const folders = behind.reverse();
      const shown = folders.filter((folder) => !/^[(@]/.test(folder));
      return [{ kind, pattern: `/${shown.join("/")}`, folders }];
    })
    .sort((one, other) => one.pattern.localeCompare(other.pattern));
}

/** The path of a route. @throws when nobody said what stands for one of its segments. */
export function pathOf({ pattern }: Pick<Route, "pattern">, segments: Segments): string {
  const parts = pattern.split("/").map((part, index, all) => {
    if (!part.startsWith("[")) return part;
    const key = `${all[index - 1]}/${part}`;
    const value = segments[key];
    if (value === undefined) throw new Error(`${pattern} is new: say what stands for ${key}`);
    return encodeURIComponent(value);
  });
  return parts.join("/");
}
