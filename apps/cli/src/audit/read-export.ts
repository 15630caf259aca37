import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A line of an export; `isReadable` is false when it is not JSON. */
export interface ExportLine {
  value: unknown;
  isReadable: boolean;
}

function parse(text: string): ExportLine {
  try {
    return { value: JSON.parse(text), isReadable: true };
  } catch {
    return { value: text, isReadable: false };
  }
}

/** Reads the lines of an export one by one. @throws a system error when the file cannot be read */
export async function* readExport(path: string): AsyncGenerator<ExportLine> {
  const input = createReadStream(path, { highWaterMark: 1 << 20 });
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== '') yield parse(line);
  } finally {
    input.destroy();
  }
}
