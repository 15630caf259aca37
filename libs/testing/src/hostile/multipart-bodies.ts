const mebibyte = 1024 * 1024;

/** A multipart form as it is sent. */
export interface MultipartBody {
  contentType: string;
  bytes: Buffer;
}

const filled = (piece: string, bytes = 2 * mebibyte): string =>
  piece.repeat(Math.floor(bytes / piece.length));

const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const fileHead = `${named('file')}; filename="rows.csv"`;
const part = (head: string, content = 'x', boundary = 'b'): string =>
  `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`;
const file = part(fileHead);

interface FormOptions {
  boundary?: string;
  contentType?: string;
}

function form(text: string, { boundary = 'b', contentType }: FormOptions = {}): () => MultipartBody {
  return () => ({
    contentType: contentType ?? `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${text}--${boundary}--\r\n`, 'latin1'),
  });
}

const longBoundary = 'a'.repeat(8000);

/** Multipart forms that stress a parser's searches, names, headers and counts, by name. */
export const multipartBodies: Readonly<Record<string, () => MultipartBody>> = {
  'a file of line breaks': form(part(fileHead, filled('\r\n'))),
  'a file of carriage returns': form(part(fileHead, filled('\r'))),
  'a file of half boundaries': form(part(fileHead, filled('\r\n--'))),
  'a file that nearly ends': form(part(fileHead, filled('\r\n--bbbbbbbbbX'), 'bbbbbbbbbb'), {
    boundary: 'bbbbbbbbbb',
  }),
  'a long boundary': form(part(fileHead, filled(`\r\n--${'a'.repeat(7999)}b`), longBoundary), {
    boundary: longBoundary,
  }),
  'text before the first part': form(filled('x') + file),
  'parts after the end': form(`${file}--b--\r\n${filled(file)}`),
  'fields of one name': form(filled(part(named('a')))),
  'files of one name': form(filled(file)),
  'parts without a name': form(filled(part('Content-Disposition: form-data'))),
  'parts without headers': form(filled('--b\r\n\r\nx\r\n')),
  'parts of other headers': form(filled(part('X: y')) + file),
  'boundaries without parts': form(filled('--b\r\n')),
  'headers of a part': form(part(filled('X: y\r\n') + fileHead)),
  'a long header of a part': form(part(`X: ${filled('y')}\r\n${fileHead}`)),
  'a folded header of a part': form(part(`X: ${filled('y\r\n ')}\r\n${fileHead}`)),
  'headers without a colon': form(part(filled('y\r\n') + fileHead)),
  'a long name': form(part(named('n'.repeat(8000))) + file),
  'a name of backslashes': form(part(named('\\'.repeat(7900))) + file),
  'a name of escapes': form(
    part(`Content-Disposition: form-data; name*=utf-8''${'%41'.repeat(2600)}`) + file,
  ),
  'a name in an odd character set': form(
    part(`Content-Disposition: form-data; name*=utf-7''${'%41'.repeat(2600)}`) + file,
  ),
  'repeated names of a part': form(part(`Content-Disposition: form-data; ${'name=a; '.repeat(1000)}`) + file),
  'parameters without a name': form(part(`Content-Disposition: form-data; ${';'.repeat(8000)}`) + file),
  'repeated character sets': form(
    part(`${fileHead}\r\nContent-Type: text/csv; ${'charset=utf-16; '.repeat(400)}`),
  ),
  'a field of megabytes': form(part(named('note'), filled('x')) + file),
  'a name of a prototype': form(part(named('__proto__')) + file),
  'a content type of semicolons': form(file, {
    contentType: `multipart/form-data; ${';'.repeat(15_000)}boundary=b`,
  }),
  'repeated boundaries': form(file, {
    contentType: `multipart/form-data; ${'boundary=a; '.repeat(1000)}boundary=b`,
  }),
  'a boundary of backslashes': form(file, {
    contentType: `multipart/form-data; boundary="${'\\'.repeat(15_000)}"`,
  }),
};
