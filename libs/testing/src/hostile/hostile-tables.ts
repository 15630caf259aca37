import { large, megabyte } from './large-counts.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

const head = 'unit,email\n';

/** Texts that try to crash, block or bloat the reader of a table, by name. */
export const hostileTexts: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'a million blank lines': () => bytes(head + '\n'.repeat(large(megabyte))),
  'two million carriage returns': () => bytes(head + '\r'.repeat(large(2 * megabyte))),
  '30,000 rows of 500 commas': () => bytes(head + `${','.repeat(500)}\n`.repeat(large(30_000))),
  '150,000 rows': () => bytes(head + '4B,a@example.test\n'.repeat(150_000)),
  '20 MB of quotes': () => bytes(head + '"'.repeat(large(20 * megabyte))),
  'a quote that nobody closes in 20 MB': () => bytes(`${head}"${'a\n'.repeat(large(10 * megabyte))}`),
  'one line of 20 MB': () => bytes('a'.repeat(large(20 * megabyte))),
  'a header of a million columns': () => bytes(`${'a,'.repeat(large(megabyte))}\n1,2\n`),
  'a header again in 150,000 rows': () => bytes(head.repeat(150_000)),
  'quotes and commas in turn': () => bytes(head + `${'"",'.repeat(30_000)}\n`.repeat(large(200))),
  'two character sets': () =>
    bytes(`${head}é,a@example.test\n`).map((byte, at, all) => (at === all.length - 2 ? 0xe9 : byte)),
  'bytes of no text': () => new Uint8Array(megabyte).map((_, at) => (at * 7919) % 251),
  'separators of every kind': () => bytes(`${',;\t|'.repeat(10_000)}\n`.repeat(large(500))),
};

const rows = (content: string): Uint8Array<ArrayBuffer> => bytes(`{"rows":[${content}]}`);

/** JSON bodies of up to 4 MB that try the same, by name. */
export const hostileJson: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  'two million nested lists': () => bytes('['.repeat(large(2 * megabyte))),
  'nested lists that are closed': () => rows('['.repeat(large(megabyte)) + ']'.repeat(large(megabyte))),
  'nested objects': () => bytes(`{"rows":${'{"a":'.repeat(large(500_000))}1${'}'.repeat(large(500_000))}}`),
  'a million empty rows': () => rows(Array(large(1_300_000)).fill('{}').join(',')),
  'a row of 300,000 names': () =>
    rows(`{${Array.from({ length: large(300_000) }, (_, at) => `"n${at}":1`).join(',')}}`),
  '5,000 rows of 40 names each': () =>
    rows(
      Array.from(
        { length: large(5000) },
        (_, row) => `{${Array.from({ length: 40 }, (__, at) => `"n${row * 40 + at}":1`).join(',')}}`,
      ).join(','),
    ),
  'a number of a million digits': () =>
    rows(`{"unit":${'9'.repeat(large(megabyte))},"email":"a@example.test"}`),
  'names of the language': () =>
    rows('{"__proto__":"a","constructor":"b","toString":"c"},'.repeat(30_000) + '{}'),
  'half characters': () => rows(String.raw`{"unit":"\ud800","email":"\udfff"},`.repeat(50_000) + '{}'),
  'a mapping of 100,000 names': () =>
    bytes(
      `{"rows":[{"unit":"4B"}],"mapping":{${Array.from({ length: large(100_000) }, (_, at) => `"n${at}":null`).join(',')}}}`,
    ),
  'a text of 4 MB': () => rows(`{"unit":"${'a'.repeat(large(4 * megabyte) - 100)}"}`),
  'only escapes': () => rows(`{"unit":"${String.raw`\u0000`.repeat(large(600_000))}"}`),
  'a million names in options': () =>
    bytes(
      `{"rows":[{"unit":"4B"}],"options":{${Array.from({ length: large(250_000) }, (_, at) => `"n${at}":1`).join(',')}}}`,
    ),
};

/** A form with a file, and its content type. */
export interface HostileForm {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

const boundary = 'x';
const form = (...parts: readonly string[]): HostileForm => ({
  body: bytes(`${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`),
  type: `multipart/form-data; boundary=${boundary}`,
});
const field = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (content: string): string =>
  `Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${content}`;

/** Forms that try the same, by name. */
export const hostileForms: Readonly<Record<string, () => HostileForm>> = {
  '10,000 fields': () => form(...Array.from({ length: 10_000 }, (_, at) => field(`n${at}`, '')), file(head)),
  'a field of 10 MB': () => form(field('mapping', 'a'.repeat(large(10 * megabyte))), file(head)),
  'a mapping of nested lists': () =>
    form(field('mapping', '['.repeat(19_000)), file(`${head}4B,a@example.test`)),
  'a name of 1 MB': () => form(field('a'.repeat(megabyte), ''), file(head)),
  '50 files': () => form(...Array.from({ length: 50 }, () => file(head))),
  'the beginning of a boundary again and again': () =>
    form(file(`\r\n--${'\r\n-'.repeat(large(5 * megabyte))}`)),
  'blank lines in its file': () => form(file(head + '\n'.repeat(large(megabyte)))),
};
