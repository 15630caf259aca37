import { dateFromSerial, format, getFormatDateInfo, getFormatFromId, isDateFormat } from 'numfmt';
import { readWholeXml } from './read-xml.ts';

/** Formats the numbers of a workbook's cells as a spreadsheet does. */
export interface NumberFormats {
  /** @param style the number of the cell's style; null without one */
  show(value: number, style: number | null): string;
}

/** The longest number format in a spreadsheet, in characters. */
const maxPattern = 255;

/** Days between the starts of the two workbook calendars (ECMA-376, part 1, 18.17.4.1). */
const daysFrom1900To1904 = 1462;

/** Significant digits of a number in a spreadsheet. Further ones are the error of a calculation. */
const significantDigits = 15;

/** Returns all digits of a number, without scientific notation. */
const digitsOf = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(significantDigits)));

/** Forms that hide digits of a phone or a label, or add separators to them. */
const scientific = /^[+-]?\d+(?:\.\d*)?E[+-]?\d+$/;
const grouped = /^\d{1,3}(?:,\d{3})+$/;

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

const dayOf = (serial: number): string => {
  const [year, month, day] = dateFromSerial(serial);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
};

function hasDay(pattern: string): boolean {
  const { year, month, day } = getFormatDateInfo(pattern);
  return year || month || day;
}

/** Reads the formats of a workbook's styles, in style order. */
async function readPatterns(styles: AsyncIterable<Buffer>): Promise<string[]> {
  const own = new Map<number, string>();
  const patterns: number[] = [];
  let isCellStyle = false;
  await readWholeXml(styles, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined && formatCode.length <= maxPattern)
        own.set(Number(numFmtId), formatCode);
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'xf' && isCellStyle) patterns.push(Number(numFmtId ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return patterns.map((id) => own.get(id) ?? getFormatFromId(id));
}

function showNumber(pattern: string, value: number): string {
  const shown = format(pattern, value).trim();
  return scientific.test(shown) || grouped.test(shown) ? digitsOf(value) : shown;
}

/**
 * Reads the number formats of a workbook (ECMA-376, part 1, 18.8). Dates become YYYY-MM-DD. Numbers keep all
 * digits in scientific notation and without a format. Separators of thousands are left out.
 *
 * @param styles null for a workbook without styles
 */
export async function readNumberFormats(
  styles: AsyncIterable<Buffer> | null,
  { startsIn1904 }: { startsIn1904: boolean },
): Promise<NumberFormats> {
  const patterns = styles ? await readPatterns(styles) : [];
  const shift = startsIn1904 ? daysFrom1900To1904 : 0;
  const showAs = (pattern: string, value: number): string => {
    if (!isDateFormat(pattern)) return showNumber(pattern, value);
    const serial = value + shift;
    return hasDay(pattern) && serial >= 1 ? dayOf(serial) : format(pattern, serial);
  };
  return {
    show(value, style) {
      const pattern = style === null ? undefined : patterns[style];
      if (pattern === undefined || pattern === 'General') return digitsOf(value);
      try {
        return showAs(pattern, value);
      } catch {
        return digitsOf(value);
      }
    },
  };
}
