import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { packageDir } from './app-options.ts';
import { readFontFaces } from './font-faces.ts';

const whole = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

const options = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  // Kerning, and digits of one width for columns of numbers.
  keepFeatures: ['kern', 'tnum'],
} as const;

/** Writes the files of the font, with the characters that the pages use, to `dist/fonts`. */
export async function writeFonts(): Promise<void> {
  const directory = join(packageDir, 'dist/fonts');
  await mkdir(directory, { recursive: true });
  const font = await readFile(whole);
  for (const { file, characters } of readFontFaces()) {
    await writeFile(join(directory, file), await subsetFont(font, characters, options));
  }
}
