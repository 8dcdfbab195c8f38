import { readdirSync } from "node:fs";
import { inProject } from "@/bin/command/root-folder";

/** The route of every page that there is, such as "/recordings/[id]". */
export function listPages(): string[] {
  return readdirSync(inProject("app"), { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|\/)page\.tsx$/.test(path))
    .map((path) => `/${path.replace(/\/?page\.tsx$/, "")}`.replaceAll(/\/\([^)]+\)/g, "") || "/")
    .sort();
}
