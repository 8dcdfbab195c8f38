import { crc32, inflateRawSync } from "node:zlib";

/** Reads RFC 4180 with line feeds between its rows, as strictly as a program would. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "\n") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

type TestCell = { kind: "text" | "number" | "flag" | "empty"; value: string };

/** The sheets of a workbook by their names, read as strictly as a spreadsheet would. */
export function readWorkbook(file: Buffer): Map<string, TestCell[][]> {
  const entries = readZip(file);
  const partOf = (name: string) => {
    const part = entries.get(name);
    if (part === undefined) throw new Error(`no ${name} in the workbook`);
    return part;
  };
  const targets = new Map(
    [...partOf("xl/_rels/workbook.xml.rels").matchAll(/Id="(\w+)"[^>]* Target="([^"]+)"/g)].map(
      ([, id = "", target = ""]) => [id, target],
    ),
  );
  const sheets = partOf("xl/workbook.xml").matchAll(/<sheet name="([^"]+)"[^>]* r:id="(\w+)"/g);
  return new Map(
    [...sheets].map(([, name = "", id = ""]) => {
      const part = `xl/${targets.get(id)}`;
      if (!partOf("[Content_Types].xml").includes(`PartName="/${part}"`)) throw new Error(part);
      return [name, readSheet(partOf(part))];
    }),
  );
}

function readSheet(xml: string): TestCell[][] {
  // XML 1.0 holds no other control character, and neither of the two that are none.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(xml)) throw new Error("no XML");
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c(?: t="(\w+)")?(?: s="\d")?(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, type, content = ""]): TestCell => {
        const value = content.replace(/<[^>]*>/g, "");
        if (type === "inlineStr") return { kind: "text", value: unescapeXml(value) };
        if (type === "b") return { kind: "flag", value };
        return { kind: content === "" ? "empty" : "number", value };
      },
    ),
  );
}

function unescapeXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#10;", "\n")
    .replaceAll("&amp;", "&")
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Each entry's text, as the directory at the end tells of it, and checked against its sums. */
function readZip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const entries = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, packed, size] = [16, 20, 24].map((offset) => file.readUInt32LE(at + offset));
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = inflateRawSync(file.subarray(start, start + (packed ?? 0)));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    entries.set(name, content.toString());
    at += 46 + nameLength;
  }
  return entries;
}
