/** The limits of a JSON text. */
export interface JsonLimits {
  maxValues: number;
  maxDepth: number;
}

/** Maximum nesting of objects and arrays. Recursion over a body is safe to this depth. */
export const maxJsonDepth = 64;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a quotation mark is part of its text: an odd number of backslashes precedes it. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let start = at;
  while (bytes[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 1;
}

/** Returns the position of the quotation mark that ends a text, or the end of the bytes. */
function endOfText(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quote, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(quote, end + 1);
  return end === -1 ? bytes.length : end;
}

/**
 * Measures a JSON text before it is parsed, in one pass. A mebibyte can hold half a million values. Their validation
 * and error messages cost more than parsing.
 *
 * @returns the limit that the text exceeds; null for none. Invalid JSON is measured too.
 */
export function findExcess(bytes: Buffer, { maxValues, maxDepth }: JsonLimits): keyof JsonLimits | null {
  let [values, depth] = [1, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === closeArray || byte === closeObject) depth -= 1;
    else if (byte === comma) values += 1;
    else if (byte === openArray || byte === openObject) {
      values += 1;
      depth += 1;
    }
    if (depth > maxDepth) return 'maxDepth';
    if (values > maxValues) return 'maxValues';
  }
  return null;
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Returns the first byte after a position that is not white space. */
function nextByte(bytes: Buffer, position: number): number | undefined {
  let at = position;
  while (isBlank(bytes[at])) at += 1;
  return bytes[at];
}

/**
 * Finds a name that an object has twice. Parsers disagree which value counts (RFC 8259, section 4).
 *
 * @param bytes valid JSON
 * @returns null if the names of each object differ
 */
export function findRepeatedName(bytes: Buffer): string | null {
  const open: Set<string>[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === openObject) open.push(new Set());
    else if (byte === closeObject) open.pop();
    if (byte !== quote) continue;
    const end = endOfText(bytes, at);
    if (nextByte(bytes, end + 1) === colon) {
      const name = JSON.parse(bytes.toString('utf8', at, end + 1)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
    at = end;
  }
  return null;
}
