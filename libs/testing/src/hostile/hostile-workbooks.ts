import { large, megabyte } from './large-counts.ts';
import { zipArchive, type ZipEnd, type ZipFile } from './zip-archive.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>${content}`;

const header =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>unit</t></is></c><c r="B1" t="inlineStr"><is><t>email</t></is></c></row>';
const resident =
  '<row r="2"><c r="A2" t="inlineStr"><is><t>4B</t></is></c><c r="B2" t="inlineStr"><is><t>jo@example.test</t></is></c></row>';

/** Writes the document of a sheet with these rows. */
const sheet = (rows: string): string =>
  xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`);

/** The parts of a workbook that a test may replace. */
interface Parts {
  sheet?: string | Buffer;
  strings?: string | Buffer;
  styles?: string | Buffer;
  workbook?: string;
  relationships?: string;
}

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;

const defaultRelationships = [
  relationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
  relationship('rId2', 'sharedStrings', 'sharedStrings.xml'),
  relationship('rId3', 'styles', 'styles.xml'),
].join('');

/** Makes the files of a workbook with one sheet (ECMA-376). */
function filesOf(parts: Parts): ZipFile[] {
  const { workbook = '<sheets><sheet name="Residents" sheetId="1" r:id="rId1"/></sheets>' } = parts;
  const { relationships = defaultRelationships } = parts;
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const optional: [string, string | Buffer | undefined][] = [
    ['xl/sharedStrings.xml', parts.strings],
    ['xl/styles.xml', parts.styles],
  ];
  return [
    { name: '[Content_Types].xml', content: xml(`<Types xmlns="${packages}/content-types"/>`) },
    {
      name: 'xl/workbook.xml',
      content: xml(`<workbook xmlns="${main}" xmlns:r="${relations}">${workbook}</workbook>`),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: xml(`<Relationships xmlns="${packages}/relationships">${relationships}</Relationships>`),
    },
    ...optional.flatMap(([name, content]) => (content === undefined ? [] : [{ name, content }])),
    { name: 'xl/worksheets/sheet1.xml', content: parts.sheet ?? sheet(header + resident) },
  ];
}

const workbook = (parts: Parts = {}, end?: ZipEnd): Uint8Array<ArrayBuffer> =>
  zipArchive(filesOf(parts), end);

/** Makes a workbook whose last file, the sheet, has false headers. */
function withLies(lies: Partial<ZipFile>, parts: Parts = {}): Uint8Array<ArrayBuffer> {
  const files = filesOf(parts);
  const last = files.pop();
  return zipArchive(last ? [...files, { ...last, ...lies }] : files);
}

const strings = (items: string): string => xml(`<sst xmlns="${main}">${items}</sst>`);
const styles = (content: string): string => xml(`<styleSheet xmlns="${main}">${content}</styleSheet>`);

/** Makes incompressible text, so that an archive is not refused for its ratio. */
function noise(length: number): string {
  let [text, state] = ['', 1];
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const rowsWith = (count: number, cells: (line: number) => string): string =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 2}">${cells(at + 2)}</row>`).join('');

const shared = (count: number): Uint8Array<ArrayBuffer> =>
  workbook({
    strings: strings(`<si><t>unit</t></si><si><t>email</t></si><si><t>${noise(megabyte)}</t></si>`),
    sheet: sheet(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${rowsWith(count, (line) => `<c r="A${line}" t="s"><v>2</v></c><c r="B${line}" t="s"><v>2</v></c>`)}`,
    ),
  });

/** Makes many files whose entries share the same packed bytes. */
function overlapping(): Uint8Array<ArrayBuffer> {
  const kernel = filesOf({ sheet: sheet(header + noise(200_000)) });
  const offset = zipArchive(kernel.slice(0, -1)).length;
  const copies = Array.from({ length: 500 }, (_, at) => ({
    name: `xl/copy${at}.xml`,
    content: '',
    inflatedBytes: 200_000,
    packedBytes: 100_000,
    offset: offset % 1000,
  }));
  return zipArchive([...kernel, ...copies]);
}

const sizes64 = Buffer.concat([Buffer.from([1, 0, 16, 0]), Buffer.alloc(16, 1)]);
const locator64 = Buffer.concat([Buffer.from([0x50, 0x4b, 0x06, 0x07]), Buffer.alloc(16)]);

/** Workbooks that try to crash, block or bloat their reader, by name. */
export const hostileWorkbooks: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'a cell in column ZZZZZZ': () =>
    workbook({ sheet: sheet(`${header}${resident}<row r="3"><c r="ZZZZZZ3"><v>1</v></c></row>`) }),
  'a cell in row 999,999,999 of column ZZZZZZ': () =>
    workbook({ sheet: sheet(`${header}${resident}<row r="3"><c r="ZZZZZZ999999999"><v>1</v></c></row>`) }),
  'a row 999,999,999': () => workbook({ sheet: sheet(`${header}<row r="999999999"><c><v>1</v></c></row>`) }),
  'rows that descend': () => workbook({ sheet: sheet(`${header}<row r="9"/><row r="2"/>`) }),
  'a text of 1 MB in 6,000 rows': () => shared(6000),
  'two cells of 1 MB in each of 90,000 rows': () => shared(large(90_000)),
  'a million blank rows': () =>
    workbook({ sheet: sheet(header + '<row/>'.repeat(large(megabyte)) + '<row><c><v>1</v></c></row>') }),
  'a row of 3 million cells': () =>
    workbook({
      sheet: sheet(`${header}<row>${'<c><v>1</v></c>'.repeat(large(3 * megabyte))}</row>`),
      strings: noise(megabyte),
    }),
  'end records that differ in their counts': () => workbook({}, { entriesHere: 2, entries: 4 }),
  'a file of 300 MB that the count leaves out': () =>
    zipArchive(
      [...filesOf({}), { name: 'xl/media/image1.png', content: Buffer.alloc(large(300 * megabyte)) }],
      {
        entriesHere: 5,
        entries: 4,
      },
    ),
  'a locator of ZIP64': () => workbook({}, { before: locator64 }),
  'sizes of ZIP64': () =>
    withLies({ inflatedBytes: 0xff_ff_ff_ff, packedBytes: 0xff_ff_ff_ff, extra: sizes64 }),
  'an encrypted sheet': () => withLies({ flags: 1 }),
  'a method that nobody knows': () => withLies({ method: 99 }),
  'a workbook within the workbook': () =>
    zipArchive([...filesOf({}), { name: 'xl/embeddings/inner.xlsx', content: Buffer.from(workbook()) }]),
  'a sheet that says it is one byte': () => withLies({ inflatedBytes: 1 }),
  'a sheet that says it is 100 MB': () =>
    withLies({ inflatedBytes: 100 * megabyte }, { strings: noise(megabyte) }),
  'a sheet with a wrong checksum': () => withLies({ crc: 1 }),
  'another name in the header of the sheet': () => withLies({ localName: 'xl/worksheets/sheet2.xml' }),
  'files that share their bytes': overlapping,
  'a name that occurs twice': () => zipArchive([...filesOf({}), ...filesOf({}).slice(-1)]),
  'a directory after the end': () => workbook({}, { directoryOffset: 0x7f_ff_ff_ff }),
  'an end record within the comment': () =>
    workbook({}, { comment: Buffer.concat([Buffer.from([0x50, 0x4b, 0x05, 0x06]), Buffer.alloc(18)]) }),
  '20,000 files': () =>
    zipArchive([
      ...filesOf({}),
      ...Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}`, content: '', method: 0 })),
    ]),
  'a sheet of 180 MB of spaces': () => workbook({ sheet: sheet(header + ' '.repeat(180 * megabyte)) }),
  'a sheet of 180 MB of spaces after 1 MB of noise': () =>
    workbook({
      sheet: sheet(header + ' '.repeat(180 * megabyte)),
      strings: strings(`<si><t>${noise(2 * megabyte)}</t></si>`),
    }),
  'entities that grow': () =>
    workbook({
      strings: `<!DOCTYPE a [<!ENTITY a "${'lol'.repeat(10)}">${Array.from({ length: 10 }, (_, at) => `<!ENTITY ${'abcdefghijk'[at + 1]} "${`&${'abcdefghijk'[at]};`.repeat(10)}">`).join('')}]><sst>&k;</sst>`,
    }),
  'an entity in a file of the server': () =>
    workbook({
      strings: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>',
    }),
  'a million nested elements': () => workbook({ sheet: sheet(`${header}${'<a>'.repeat(large(megabyte))}`) }),
  'an element with 200,000 attributes': () =>
    workbook({
      sheet: sheet(
        `${header}<row ${Array.from({ length: large(200_000) }, (_, at) => `a${at}="1"`).join(' ')}/>`,
      ),
    }),
  'an attribute of 20 MB': () =>
    workbook({
      sheet: sheet(`${header}<row a="${'x'.repeat(large(20 * megabyte))}"/>`),
      strings: noise(megabyte),
    }),
  'a comment of 50 MB': () =>
    workbook({
      sheet: sheet(`${header}<!--${'<a>'.repeat(large(16 * megabyte))}-->`),
      strings: noise(megabyte),
    }),
  'a CDATA section of 50 MB': () =>
    workbook({
      sheet: sheet(`${header}<row><c><v><![CDATA[${'<a>'.repeat(large(16 * megabyte))}]]></v></c></row>`),
      strings: noise(megabyte),
    }),
  'three million shared texts': () =>
    workbook({ strings: strings('<si><t>a</t></si>'.repeat(3 * megabyte) + noise(megabyte)) }),
  'a million styles': () =>
    workbook({ styles: styles(`<cellXfs>${'<xf numFmtId="0"/>'.repeat(large(megabyte))}</cellXfs>`) }),
  '100,000 sheets': () =>
    workbook({ workbook: `<sheets>${'<sheet name="a" r:id="rId9"/>'.repeat(large(100_000))}</sheets>` }),
  'a sheet outside of the archive': () =>
    workbook({ relationships: relationship('rId1', 'worksheet', '../../../../etc/passwd') }),
  'a sheet that is the workbook': () =>
    workbook({ relationships: relationship('rId1', 'worksheet', 'workbook.xml') }),
  'a sheet that is not XML': () => workbook({ sheet: Buffer.alloc(100_000, 0xff) }),
  'a sheet that is cut off': () => workbook({ sheet: sheet(header).slice(0, -40) }),
};
