import "server-only";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

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
  try {
    const zip = new Zip();
    const names: string[] = [];
    let [block, rows] = [await blocks.next(), 0];
    do {
      names.push(names.length === 0 ? "Calls" : `Calls ${names.length + 1}`);
      let [rowsOfSheet, bytesOfSheet] = [0, 0];
      yield zip.begin(`xl/worksheets/sheet${names.length}.xml`);
      yield zip.add(await deflate(openSheet(head)));
      // A sheet takes at least one block, so that it always goes on.
      while (!block.done && (rowsOfSheet === 0 || rowsOfSheet + block.value.rows <= mostRows)) {
        rowsOfSheet += block.value.rows;
        bytesOfSheet += block.value.bytes.length;
        yield zip.add(await deflate(block.value.bytes));
        block = await blocks.next();
        if (bytesOfSheet > mostBytesOfSheet) break;
      }
      rows += rowsOfSheet;
      yield zip.add(await deflate(Buffer.from(closeSheet)));
      yield zip.end();
    } while (!block.done);
    if (note) names.push("Coverage");
    const sheet = `${sheetStart}<sheetData><row>${toTextCell(note)}</row></sheetData></worksheet>`;
    if (note) yield* zip.whole(`xl/worksheets/sheet${names.length}.xml`, await deflate(sheet));
    for (const [name, text] of listParts(names)) yield* zip.whole(name, await deflate(text));
    yield zip.close(`${rows} calls`);
  } finally {
    await blocks.return(undefined);
  }
}

/** What Excel holds in a sheet, and a size of one that it still opens. */
const mostRowsOfSheet = 1_048_576;
const mostBytesOfSheet = 1_500_000_000;
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

type Packed = { bytes: Uint8Array; crc: (before: number) => number; size: number };

/** Packed so that it ends on a byte and refers to nothing before it: such parts can be put together. */
async function deflate(content: Uint8Array | string): Promise<Packed> {
  const plain = typeof content === "string" ? Buffer.from(content) : content;
  const bytes = await packing(plain, { finishFlush: constants.Z_FULL_FLUSH });
  return { bytes, crc: (before) => crc32(plain, before), size: plain.length };
}

const packing = promisify<Uint8Array, { finishFlush: number }, Buffer>(deflateRaw);

/** The ZIP of its entries, each told by `begin`, any number of `add`, and `end`. */
class Zip {
  #entries: { name: Buffer; at: number; crc: number; packed: number; size: number }[] = [];
  #length = 0;

  begin(name: string): Uint8Array {
    const entry = { name: Buffer.from(name), at: this.#length, crc: 0, packed: 0, size: 0 };
    this.#entries.push(entry);
    return this.#count(Buffer.concat([toHeader("PK\x03\x04", entry), entry.name]));
  }

  add({ bytes, crc, size }: Packed): Uint8Array {
    const entry = this.#last();
    entry.crc = crc(entry.crc);
    entry.size += size;
    entry.packed += bytes.length;
    return this.#count(bytes);
  }

  end(): Uint8Array {
    const entry = this.#last();
    entry.packed += lastBlock.length;
    // Its sizes are known only now, so they stand behind it.
    const sizes = Buffer.from("PK\x07\x08............", "latin1");
    [entry.crc, entry.packed, entry.size].forEach((value, at) => {
      sizes.writeUInt32LE(value, 4 + 4 * at);
    });
    return this.#count(Buffer.concat([lastBlock, sizes]));
  }

  *whole(name: string, packed: Packed): Generator<Uint8Array> {
    yield this.begin(name);
    yield this.add(packed);
    yield this.end();
  }

  close(comment: string): Uint8Array {
    const directory = Buffer.concat(
      this.#entries.flatMap((entry) => {
        const rest = Buffer.alloc(14);
        rest.writeUInt32LE(entry.at, 10);
        return [toHeader("PK\x01\x02", entry), rest, entry.name];
      }),
    );
    const end = Buffer.alloc(22);
    end.write("PK\x05\x06", "latin1");
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#length, 16);
    end.writeUInt16LE(comment.length, 20);
    return Buffer.concat([directory, end, Buffer.from(comment)]);
  }

  #last() {
    const entry = this.#entries.at(-1);
    if (!entry) throw new Error("an entry begins with its name");
    return entry;
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#length += bytes.length;
    if (this.#length > 0xffff_ffff)
      throw new Error("a workbook of more than 4 GiB can’t be opened");
    return bytes;
  }
}

/** What a local header and one of the directory have in common. */
function toHeader(
  signature: "PK\x03\x04" | "PK\x01\x02",
  { name, crc, packed, size }: { name: Buffer; crc: number; packed: number; size: number },
): Buffer {
  const header = Buffer.alloc(26);
  // Version 2.0, sizes behind the content, names in UTF-8, deflated, of the first day that ZIP knows.
  [20, 0x0808, 8, 0, 0x0021].forEach((value, at) => {
    header.writeUInt16LE(value, 2 * at);
  });
  if (signature === "PK\x01\x02") {
    [crc, packed, size].forEach((value, at) => {
      header.writeUInt32LE(value, 10 + 4 * at);
    });
  }
  header.writeUInt16LE(name.length, 22);
  const madeBy = Buffer.from(signature === "PK\x01\x02" ? [20, 0] : []);
  return Buffer.concat([Buffer.from(signature, "latin1"), madeBy, header]);
}

/** An empty block that says it is the last. */
const lastBlock = Buffer.from([0x03, 0x00]);

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
