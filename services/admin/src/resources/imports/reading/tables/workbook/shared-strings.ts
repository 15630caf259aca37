import { maxCell, maxSharedTexts, maxSheetText } from '../limits.ts';
import { tooComplex } from '../refusals.ts';
import { readWholeXml } from './read-xml.ts';
import { unescapeText } from './unescape-text.ts';

/** Copies a text: a substring would keep the whole document in memory. */
const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/**
 * Reads the texts that cells share (ECMA-376, part 1, 18.4.9), cut to the maximum cell length. Pronunciations
 * are left out.
 *
 * @throws invalid for a text above the spreadsheet limit, and for too many texts
 */
export async function readSharedStrings(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = [];
  let [text, length, isText, isPronunciation] = ['', 0, false, false];
  await readWholeXml(chunks, {
    open(name) {
      if (name === 'si') [text, length] = ['', 0];
      isPronunciation ||= name === 'rPh';
      isText = name === 't' && !isPronunciation;
    },
    text(part) {
      if (!isText) return;
      length += part.length;
      if (length > maxSheetText)
        throw tooComplex('A cell of the workbook is too long. Shorten it, and send it again.');
      text += part.slice(0, Math.max(0, maxCell - text.length));
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPronunciation = false;
      if (name === 'si') strings.push(ownText(unescapeText(text)));
      if (strings.length > maxSharedTexts)
        throw tooComplex('The workbook has too many texts. Split the table.');
    },
  });
  return strings;
}
