import { zipArchive } from '@pas/testing/hostile/zip-archive';

/** A cell: a text, a number, or a formatted number. */
type Cell = string | number | { value: number; format: string };

/** Packs files into a ZIP archive. */
export const zipOf = (files: Readonly<Record<string, string | Buffer>>): Uint8Array<ArrayBuffer> =>
  zipArchive(Object.entries(files).map(([name, content]) => ({ name, content })));

/** Returns a number cell with the format of a given index; 0 is none. */
const numberCell = (reference: string, value: number, style: number): string =>
  `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

function cellOf(cell: Cell, reference: string, formats: readonly string[]): string {
  if (typeof cell === 'number') return numberCell(reference, cell, 0);
  if (typeof cell === 'object') return numberCell(reference, cell.value, 1 + formats.indexOf(cell.format));
  return `<c r="${reference}" t="inlineStr"><is><t>${cell}</t></is></c>`;
}

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>${content}`;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Rows = readonly (readonly Cell[])[];

const formatsOf = (sheets: readonly Rows[]): string[] =>
  sheets.flat(2).flatMap((cell) => (typeof cell === 'object' ? [cell.format] : []));

function sheetXml(rows: Rows, formats: readonly string[]): string {
  const data = rows.map((cells, at) => {
    const line = at + 1;
    const content = cells.map((cell, column) =>
      cellOf(cell, `${String.fromCodePoint(65 + column)}${line}`, formats),
    );
    return `<row r="${line}">${content.join('')}</row>`;
  });
  return xml(`<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`);
}

function stylesXml(formats: readonly string[]): string {
  const codes = formats.map((format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${format}"/>`);
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`);
  return xml(
    `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
  );
}

/**
 * Writes an Excel workbook with one sheet, after optional hidden or visible ones (ECMA-376).
 *
 * @param sheet the XML of the sheet, instead of its rows
 */
export function workbookOf(
  rows: Rows,
  {
    hidden = [],
    covers = [],
    startsIn1904 = false,
    sheet = null,
  }: { hidden?: Rows[]; covers?: Rows[]; startsIn1904?: boolean; sheet?: string | null } = {},
): Uint8Array<ArrayBuffer> {
  const sheets = [...hidden, ...covers, rows];
  const formats = formatsOf(sheets);
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
      `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="${startsIn1904 ? 1 : 0}"/><sheets>${tags.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}<Relationship Id="styles" Type="${relations}/styles" Target="/xl/styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': stylesXml(formats),
    ...Object.fromEntries(
      sheets.map((each, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        sheet === null ? sheetXml(each, formats) : xml(sheet),
      ]),
    ),
  });
}
