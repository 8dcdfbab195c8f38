import "server-only";
import { Spool, writeZip, type ZipEntry } from "@/lib/platform/files/write-zip";

type Workbook = {
  /** The names of the columns, in the first row of each sheet. */
  head: string[];
  /** A sheet of its own behind the calls, with this one cell; empty: none. */
  note: string;
};

/**
 * Writes rows as an Excel workbook, in pieces, whatever their number: a sheet that is full goes on in
 * the next. Each row is a line that holds a `<row>`; see `toWorkbookRow`. It reads some of them before
 * its first piece, so that what fails at once fails then. Its last bytes say how many rows there are,
 * as `<count> calls`.
 */
export async function* writeWorkbook(
  lines: AsyncIterable<Uint8Array>,
  { head, note }: Workbook,
  mostRows = mostRowsOfSheet - 1,
): AsyncGenerator<Uint8Array, undefined> {
  const blocks = toBlocks(lines);
  let rows = 0;
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    const names: string[] = [];
    let block = await blocks.next();
    async function* writeSheet() {
      let [rowsOfSheet, bytesOfSheet] = [0, 0];
      yield Buffer.from(openSheet(head));
      // A sheet takes at least one block, so that it always goes on.
      while (!block.done && (rowsOfSheet === 0 || rowsOfSheet + block.value.rows <= mostRows)) {
        rowsOfSheet += block.value.rows;
        bytesOfSheet += block.value.bytes.length;
        yield block.value.bytes;
        block = await blocks.next();
        if (bytesOfSheet > mostBytesOfSheet) break;
      }
      rows += rowsOfSheet;
      yield Buffer.from(closeSheet);
    }
    do {
      names.push(names.length === 0 ? "Calls" : `Calls ${names.length + 1}`);
      yield toEntry(`xl/worksheets/sheet${names.length}.xml`, writeSheet());
    } while (!block.done);
    if (note) {
      names.push("Coverage");
      const sheet = `${sheetStart}<sheetData><row>${toTextCell(note)}</row></sheetData></worksheet>`;
      yield toEntry(`xl/worksheets/sheet${names.length}.xml`, wholeText(sheet));
    }
    for (const [name, text] of listParts(names)) yield toEntry(name, wholeText(text));
  }
  try {
    let bytes = 0;
    // Of so few entries nothing is put aside.
    for await (const piece of writeZip(listEntries(), new Spool(""), () => `${rows} calls`)) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new Error("a workbook of more than 4 GiB can’t be opened");
      yield piece;
    }
  } finally {
    await blocks.return(undefined);
  }
}

function toEntry(name: string, content: AsyncIterable<Uint8Array>): ZipEntry {
  return { name, size: null, changedAt: new Date(0), content };
}

async function* wholeText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** What Excel holds in a sheet, and a size of one that it still opens. */
const mostRowsOfSheet = 1_048_576;
const mostBytesOfSheet = 1_500_000_000;
const mostBytes = 0xffff_ffff;
const blockBytes = 131_072;
const lineFeed = 0x0a;

type Block = { bytes: Uint8Array; rows: number };

/** Whole lines together, as many as are worth packing at once, and how many they are. */
async function* toBlocks(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Block, undefined> {
  let [held, heldBytes] = [[] as Uint8Array[], 0];
  for await (const piece of lines) {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes < blockBytes) continue;
    const bytes = Buffer.concat(held);
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield { bytes: bytes.subarray(0, end), rows: countRows(bytes.subarray(0, end)) };
    [held, heldBytes] = [[bytes.subarray(end)], bytes.length - end];
  }
  const bytes = Buffer.concat(held);
  if (bytes.length > 0) yield { bytes, rows: countRows(bytes) };
}

function countRows(bytes: Uint8Array): number {
  let rows = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) rows++;
  return rows;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = "http://schemas.openxmlformats.org";
const main = `${schemas}/spreadsheetml/2006/main`;
const sheetStart = `${declaration}<worksheet xmlns="${main}">`;

/** Which of the styles below a cell has. */
export const cellStyles = { text: 1, instant: 2, head: 3 };

/** The head stays in sight, and text that looks like a number is no error. */
function openSheet(head: string[]): string {
  const widths = head.map((name, index) => {
    const width = name === "summary" ? 60 : Math.max(14, name.length + 2);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return `${sheetStart}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2"
    activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols>
    <sheetData><row>${head.map((name) => toTextCell(name, cellStyles.head)).join("")}</row>`;
}

const closeSheet = `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD${mostRowsOfSheet}"
  numberStoredAsText="1"/></ignoredErrors></worksheet>`;

function toTextCell(text: string, style = cellStyles.text): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<c t="inlineStr" s="${style}"><is><t>${escaped}</t></is></c>`;
}

function listParts(names: string[]): [string, string][] {
  const parts = `${schemas}/officeDocument/2006/relationships`;
  const packages = `${schemas}/package/2006`;
  const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const relationships = (list: [string, string][]) =>
    `${declaration}<Relationships xmlns="${packages}/relationships">${list
      .map(
        ([kind, to], index) =>
          `<Relationship Id="r${index + 1}" Type="${parts}/${kind}" Target="${to}"/>`,
      )
      .join("")}</Relationships>`;
  const override = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${types}.${kind}+xml"/>`;
  const sheets = names.map((_, index) => `worksheets/sheet${index + 1}`);
  return [
    ["_rels/.rels", relationships([["officeDocument", "xl/workbook.xml"]])],
    [
      "xl/_rels/workbook.xml.rels",
      relationships([
        ...sheets.map((sheet): [string, string] => ["worksheet", `${sheet}.xml`]),
        ["styles", "styles.xml"],
      ]),
    ],
    [
      "xl/workbook.xml",
      `${declaration}<workbook xmlns="${main}" xmlns:r="${parts}"><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`)
        .join("")}</sheets></workbook>`,
    ],
    ["xl/styles.xml", styles],
    [
      "[Content_Types].xml",
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels"
        ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override("workbook", "sheet.main")}${override("styles", "styles")}${sheets.map((sheet) => override(sheet, "worksheet")).join("")}</Types>`,
    ],
  ];
}

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164"
  formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name
  val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills
  count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
  <borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>
  <xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="49"
  fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;
