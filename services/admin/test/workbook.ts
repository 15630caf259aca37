import { crc32, deflateRawSync } from 'node:zlib';

type Cell = string | number;

const numbers = (...fields: [bytes: 2 | 4, value: number][]): Buffer => {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    all.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return all;
};

/** Packs files into a ZIP archive (APPNOTE.TXT). */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Uint8Array<ArrayBuffer> {
  const [local, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const sizes: [4, number][] = [
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
    ];
    const head = numbers([2, 20], [2, 0], [2, 8], [4, 0], ...sizes, [2, name.length], [2, 0]);
    const file = Buffer.concat([numbers([4, 0x04034b50]), head, Buffer.from(name), packed]);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, 20]), head, rest, Buffer.from(name)]));
    local.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const count = directory.length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, entries.length],
    [4, offset],
    [2, 0],
  );
  return new Uint8Array(Buffer.concat([...local, entries, end]));
}

const cellOf = (cell: Cell, at: number, row: number): string => {
  const place = `${String.fromCodePoint(65 + at)}${row}`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
};

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>${content}`;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Rows = readonly (readonly Cell[])[];

const sheetXml = (rows: Rows): string => {
  const data = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, place) => cellOf(cell, place, at + 1)).join('')}</row>`,
  );
  return xml(`<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`);
};

/** Writes an Excel workbook with one sheet, behind others that are hidden or not (ECMA-376). */
export function workbookOf(
  rows: Rows,
  { hidden = [], covers = [] }: { hidden?: Rows[]; covers?: Rows[] } = {},
): Uint8Array<ArrayBuffer> {
  const sheets = [...hidden, ...covers, rows];
  const tags = sheets.map((_, at) => {
    const state = at < hidden.length ? ' state="hidden"' : '';
    return `<sheet name="Sheet ${at + 1}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const targets = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return zipOf({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${tags.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}</Relationships>`,
    ),
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
  });
}

/** The same archive, whose directory declares its last file to be one byte. */
export function withFalseSize(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(1, bytes.lastIndexOf(numbers([4, 0x02014b50])) + 24);
  return new Uint8Array(bytes);
}
