import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { brokenWorkbook, tooComplex } from '../refusals.ts';

/** Callbacks for the parts of a document. Names have no prefix. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The longest run of text, comments and attributes without a tag, in characters, and the deepest nesting. */
const [maxUntagged, maxDepth] = [1024 * 1024, 64];

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns attributes by their names without a prefix. Namespace declarations are left out. */
function attributesOf({ attributes }: SaxesTagPlain): Record<string, string> {
  const named: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(attributes)) named[localName(name)] = value;
  return named;
}

function createParser(reader: XmlReader): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > maxDepth)
      throw tooComplex('The workbook is nested too deeply. Save the sheet as “CSV UTF-8”.');
    reader.open(localName(tag.name), attributesOf(tag));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    reader.close?.(localName(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  // Workbooks declare no entities (ECMA-376, part 2, 7.2.3.1).
  parser.on('doctype', () => {
    throw brokenWorkbook();
  });
  parser.on('error', () => {
    throw brokenWorkbook();
  });
  return parser;
}

/** Chooses the decoder of a document: UTF-16 with a byte order mark, else UTF-8. */
function decoderOf([first, second]: Buffer) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8');
}

/**
 * Parses an XML document as it arrives, and yields after each part.
 *
 * @throws invalid for malformed XML, a document type, or excessive size or nesting
 */
export async function* readXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const parser = createParser(reader);
  let decoder: ReturnType<typeof decoderOf> | null = null;
  let untagged = 0;
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk);
    const text = decoder.decode(chunk, { stream: true });
    const tag = text.lastIndexOf('<');
    untagged = tag < 0 ? untagged + text.length : text.length - tag;
    if (untagged > maxUntagged)
      throw tooComplex('The workbook has a cell that is too long. Shorten it, and send it again.');
    parser.write(text);
    yield;
  }
  parser.close();
}

/** Reads a whole document. */
export async function readWholeXml(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const _ of readXml(chunks, reader));
}
