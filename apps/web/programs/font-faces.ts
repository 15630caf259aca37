import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from './app-options.ts';

/** A file of the font. */
export interface FontFace {
  file: string;
  /** The characters that the pages use it for. */
  characters: string;
}

/** Returns the characters of a `unicode-range`, such as `U+20-7E, U+A0`. */
function charactersIn(range: string): string {
  const codes = [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(
    ([, first = '', last = first]) => {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    },
  );
  return String.fromCodePoint(...codes);
}

/** Reads the files of the font from its style sheet. */
export function readFontFaces(): FontFace[] {
  const css = readFileSync(join(packageDir, 'src/design/font.css'), 'utf8');
  const faces = css.matchAll(/url\('[^']*\/([\w-]+\.woff2)'\)[^}]*unicode-range: ([^;]+);/g);
  return [...faces].map(([, file = '', range = '']) => ({ file, characters: charactersIn(range) }));
}
