import { maxCell } from '../limits.ts';
import { brokenWorkbook } from '../refusals.ts';
import type { SentRow } from '../../../rows/resolved-row.ts';
import type { NumberFormats } from './number-formats.ts';
import { readXml } from './read-xml.ts';
import { unescapeText } from './unescape-text.ts';

/** The parts of a workbook that its cells refer to. */
export interface CellSources {
  strings: readonly string[];
  formats: NumberFormats;
}

/** The maximum size of a sheet: its last cell is XFD1048576. */
const [sheetRows, sheetColumns] = [1_048_576, 16_384];

/** Cells of a row that are kept. Wider tables are refused, and cells beside a table are left out. */
const keptColumns = 1000;

interface Cell {
  column: number;
  type: string;
  style: number | null;
  text: string;
}

/** Returns the number of a column from its letters; A is 0. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1];
  if (letters === undefined) throw brokenWorkbook();
  const column =
    Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce(
      (number, digit) => 26 * number + digit,
    ) - 1;
  if (column >= sheetColumns) throw brokenWorkbook();
  return column;
}

/** Returns the displayed text of a cell (ECMA-376, part 1, 18.18.11). */
function textOf({ type, style, text }: Cell, { strings, formats }: CellSources): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return text.slice(0, 10);
  const number = type === 'n' && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? formats.show(number, style).slice(0, maxCell) : unescapeText(text);
}

/** Collects the rows of a sheet from its document. */
class SheetReader {
  /** The complete rows, without blank ones. */
  readonly ready: SentRow[] = [];
  readonly #sources: CellSources;
  #line = 0;
  #cells: string[] = [];
  #cell: Cell | null = null;
  #last = -1;
  #isText = false;
  #isPronunciation = false;

  constructor(sources: CellSources) {
    this.#sources = sources;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'rPh') this.#isPronunciation = true;
    this.#isText = name === 'v' || (name === 't' && !this.#isPronunciation);
  }

  text(part: string): void {
    const cell = this.#cell;
    if (cell && this.#isText && cell.text.length < maxCell)
      cell.text += part.slice(0, maxCell - cell.text.length);
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPronunciation = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && this.#cells.some((text) => text.trim() !== ''))
      this.ready.push({ line: this.#line, cells: this.#cells });
  }

  #openRow(reference: string | undefined): void {
    const line = reference === undefined ? this.#line + 1 : Number(reference);
    if (!Number.isInteger(line) || line <= this.#line || line > sheetRows) throw brokenWorkbook();
    [this.#line, this.#cells, this.#last] = [line, [], -1];
  }

  #openCell({ r: reference, t: type = 'n', s: style }: Readonly<Record<string, string>>): void {
    const column = reference === undefined ? this.#last + 1 : columnOf(reference);
    this.#last = column;
    this.#cell = { column, type, style: style === undefined ? null : Number(style), text: '' };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell || cell.text === '' || cell.column >= keptColumns) return;
    while (this.#cells.length < cell.column) this.#cells.push('');
    this.#cells[cell.column] = textOf(cell, this.#sources);
  }
}

/**
 * Reads the rows of a sheet while it inflates (ECMA-376, part 1, 18.3.1.73). Lines are the sheet's rows;
 * blank rows are left out.
 *
 * @throws invalid for rows that do not ascend, and for cells outside a sheet
 */
export async function* readSheetRows(
  chunks: AsyncIterable<Buffer>,
  sources: CellSources,
): AsyncGenerator<SentRow> {
  const reader = new SheetReader(sources);
  for await (const _ of readXml(chunks, reader)) yield* reader.ready.splice(0);
}
