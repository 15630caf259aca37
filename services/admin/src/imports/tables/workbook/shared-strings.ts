import { maxCell, maxSharedTexts, maxSheetText } from '../limits.ts';
import { tooComplex } from '../refusals.ts';
import { readWholeXml } from './read-xml.ts';

/** A text of its own: a part of a document's text would keep all of that text in memory. */
const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/**
 * Reads the texts that cells share (ECMA-376, part 1, 18.4.9), each up to the length of a cell that is kept.
 * Pronunciations are left out.
 *
 * @throws invalid for a text that is longer than a cell may be, and for too many of them
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
      if (name === 'si') strings.push(ownText(text));
      if (strings.length > maxSharedTexts)
        throw tooComplex('The workbook has too many texts. Split the table.');
    },
  });
  return strings;
}
