/** A character that XML cannot hold, such as `_x000D_` for a carriage return. */
const escape = /_x([\dA-F]{4})_/gi;

/** Returns a text of a workbook with its escaped characters (ECMA-376, part 1, 22.4.2.4). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(escape, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
