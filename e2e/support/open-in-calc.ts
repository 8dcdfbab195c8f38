import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { writeFontsFile } from "@/bin/check/chromium";
import { findTool } from "@/bin/check/other-judges";

/** What LibreOffice takes a cell for: `string`, `date`, `float`, `boolean`; undefined: it is empty. */
type CalcCell = { type: string | undefined; text: string };

/** The first sheet of a file, as LibreOffice Calc opens it. */
export async function openInCalc(file: string): Promise<CalcCell[][]> {
  const program = await findTool("soffice", "libreoffice-calc");
  const folder = await mkdtemp(join(tmpdir(), "calc-"));
  try {
    const parameters = [
      `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`,
      "--headless",
      "--convert-to",
      "fods",
      "--outdir",
      folder,
      file,
    ];
    const env = { ...process.env, FONTCONFIG_FILE: await writeFontsFile() };
    await promisify(execFile)(program, parameters, { env });
    return readSheet(await readFile(join(folder, `${parse(file).name}.fods`), "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readSheet(xml: string): CalcCell[][] {
  const [, sheet = ""] = /<table:table [^>]*>(.*?)<\/table:table>/s.exec(xml) ?? [];
  return [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(
    ([, row = ""]) =>
      [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
        ([, attributes = "", content = ""]) => {
          const [, times = "1"] = /number-columns-repeated="(\d+)"/.exec(attributes) ?? [];
          const [, type] = /office:value-type="(\w+)"/.exec(attributes) ?? [];
          const lines = [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)];
          const text = lines.map(([, line = ""]) => line.replace(/<[^>]*>/g, "")).join("\n");
          return Array.from({ length: Math.min(Number(times), 100) }, () => ({ type, text }));
        },
      ),
  );
}
