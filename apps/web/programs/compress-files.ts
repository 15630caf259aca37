import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files of an application that are sent as they are. Its page is not, because each answer has a nonce. */
const fixedText = /\.(js|css|svg|json|webmanifest)$/;

const encodings = [
  {
    suffix: '.br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  },
  { suffix: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
];

/**
 * Writes a `.br` and a `.gz` file beside each text file of a directory that gets smaller by it.
 *
 * @param text the names of the files
 */
export async function compressFiles(directory: string, text: RegExp = fixedText): Promise<void> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of files.filter((file) => file.isFile() && text.test(file.name))) {
    const path = join(parentPath, name);
    const bytes = await readFile(path);
    for (const { suffix, compress } of encodings) {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(path + suffix, compressed);
    }
  }
}
