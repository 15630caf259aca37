import { createHash, randomBytes } from 'node:crypto';
import type { FieldProblem } from '@pas/platform/errors/fault';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { maxBytes, shelf } from './toy-bodies.routes.ts';
import { owner, startToy } from './toy-service.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());
beforeEach(() => shelf.kept.clear());

interface Answer {
  [field: string]: unknown;
  code?: string;
  errors?: FieldProblem[];
}

async function post(kind: string, body: RequestInit['body'], type?: string) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const path = `/api/admin/bodies/${kind}`;
  const response = await toy.send(path, { as: owner, method: 'POST', headers, body: body ?? null });
  return { status: response.status, body: (await response.json()) as Answer };
}

const found = ({ body: { errors = [] } }: { body: Answer }) =>
  errors.map(({ path, code }) => `${path} ${code}`);

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a table', () => {
  test('is read as bytes, with its other fields in the query', async () => {
    const text = 'unit,name\n4B,Zoë\n'.repeat(100);
    const { status, body } = await post('csv?propertyId=prop_1', text, 'text/csv; charset=utf-8');
    expect([status, body]).toEqual([
      200,
      { bytes: Buffer.byteLength(text), sha256: sha256(text), propertyId: 'prop_1' },
    ]);
  });

  test('an empty one is empty', async () => {
    expect((await post('csv', '', 'text/csv')).body['bytes']).toBe(0);
  });

  test('a text of the limit is read, one byte more is 413', async () => {
    expect((await post('csv', 'x'.repeat(maxBytes), 'text/csv')).status).toBe(200);
    const { status, body } = await post('csv', 'x'.repeat(maxBytes + 1), 'text/csv');
    expect([status, body.code, body['message']]).toEqual([
      413,
      'body_too_large',
      'The body is larger than 64 KiB. Send less at once.',
    ]);
  });

  test('413 for a text without a length that exceeds the limit', async () => {
    const body = new Blob(['x'.repeat(maxBytes), 'x']).stream();
    const init = {
      as: owner,
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
      duplex: 'half' as const,
    };
    expect((await toy.send('/api/admin/bodies/csv', init)).status).toBe(413);
  });

  test('in another character set is read too', async () => {
    const { status, body } = await post('csv', new Uint8Array([0x61, 0xff]), 'text/csv; charset=latin1');
    expect([status, body['bytes']]).toEqual([200, 2]);
  });

  test('415 names the type that is taken', async () => {
    const { status, body } = await post('csv', '{}', 'application/json');
    expect([status, body['message']]).toEqual([415, 'Send the body as text/csv in UTF-8, uncompressed.']);
    expect((await post('csv', null)).status).toBe(415);
  });
});

describe('a form with a file', () => {
  const form = (
    file: Uint8Array<ArrayBuffer> | null,
    fields: readonly (readonly [string, string])[] = [],
  ) => {
    const data = new FormData();
    if (file) data.append('file', new Blob([file]), 'rows.csv');
    for (const [name, value] of fields) data.append(name, value);
    return data;
  };

  test('the file arrives byte by byte as it is, with the fields after it', async () => {
    const file = randomBytes(maxBytes);
    const { status, body } = await post('file', form(file, [['note', 'Zoë’s']]));
    expect([status, body]).toEqual([
      201,
      { bytes: maxBytes, sha256: sha256(file), name: 'rows.csv', note: 'Zoë’s' },
    ]);
    expect([...shelf.kept.keys()]).toEqual([sha256(file)]);
  });

  test('over the limit leaves nothing behind', async () => {
    const { status, body } = await post('file', form(randomBytes(maxBytes + 1)));
    expect([status, body.code]).toEqual([413, 'body_too_large']);
    expect([shelf.kept.size, shelf.drafts.size]).toEqual([0, 0]);
  });

  test.each<[string, () => FormData, string[]]>([
    ['no file', () => form(null), ['file required']],
    ['an unknown field', () => form(randomBytes(3), [['nota', 'x']]), ['nota unknown_field']],
    [
      'a field twice',
      () =>
        form(randomBytes(3), [
          ['note', 'x'],
          ['note', 'y'],
        ]),
      ['note repeated'],
    ],
    ['a field that is too long', () => form(randomBytes(3), [['note', 'x'.repeat(21)]]), ['note too_big']],
  ])('422 for %s, and nothing is left behind', async (_name, body, problems) => {
    const answer = await post('file', body());
    expect([answer.status, found(answer)]).toEqual([422, problems]);
    expect([shelf.kept.size, shelf.drafts.size]).toEqual([0, 0]);
  });

  test('422 for a second file', async () => {
    const data = form(randomBytes(3));
    data.append('file', new Blob(['more']), 'more.csv');
    expect(found(await post('file', data))).toEqual(['file repeated']);
  });

  test('413 for more fields than anybody needs, or a field of a book’s length', async () => {
    const many = Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x'] as const);
    expect((await post('file', form(randomBytes(3), many))).status).toBe(413);
    expect((await post('file', form(randomBytes(3), [['note', 'x'.repeat(70_000)]]))).status).toBe(413);
    expect(shelf.kept.size).toBe(0);
  });

  test.each([
    ['without a boundary', 'multipart/form-data', '--x--'],
    [
      'without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['without parts', 'multipart/form-data; boundary=x', 'nothing'],
  ])('400 for a form %s', async (_name, type, body) => {
    expect((await post('file', body, type)).status).toBe(400);
    expect([shelf.kept.size, shelf.drafts.size]).toEqual([0, 0]);
  });
});

describe('a form', () => {
  const type = 'application/x-www-form-urlencoded';

  test('has its fields parsed by the schema', async () => {
    const { status, body } = await post('form', new URLSearchParams({ name: 'Zoë & Co', note: 'a b+c' }));
    expect([status, body]).toEqual([200, { name: 'Zoë & Co', note: 'a b+c' }]);
  });

  test.each([
    ['a field that is missing', 'note=x', ['name required']],
    ['an unknown field', 'name=x&role=OWNER', ['role unknown_field']],
    ['a field twice', 'name=x&name=y', ['name invalid_type']],
    ['nothing', '', ['name required']],
  ])('422 for %s', async (_name, text, problems) => {
    const answer = await post('form', text, type);
    expect([answer.status, found(answer)]).toEqual([422, problems]);
  });

  test.each([
    ['an escape that is none', 'name=%zz'],
    ['an escape that is not UTF-8', 'name=%ff'],
    ['bytes that are not UTF-8', new Uint8Array([0x61, 0x3d, 0xff])],
  ])('400 for %s', async (_name, body) => {
    expect((await post('form', body, type)).status).toBe(400);
  });

  test('413 for more than a hundred fields', async () => {
    expect((await post('form', 'a=b&'.repeat(101), type)).status).toBe(413);
  });

  test.each(['application/json', 'text/plain', `${type}; charset=utf-16`])('415 for %s', async (other) => {
    expect((await post('form', 'name=x', other)).status).toBe(415);
  });
});

describe('raw bytes', () => {
  test.each(['application/json', 'text/plain; charset=latin1', undefined])(
    'are the sent bytes, under any media type: %s',
    async (type) => {
      const bytes = randomBytes(maxBytes);
      const { status, body } = await post('raw', bytes, type);
      expect([status, body]).toEqual([200, { base64: bytes.toString('base64'), mediaType: type ?? null }]);
    },
  );

  test('may be none', async () => {
    expect((await post('raw', null)).body['base64']).toBe('');
  });

  test('413 for one byte more than the limit', async () => {
    expect((await post('raw', randomBytes(maxBytes + 1))).status).toBe(413);
  });
});

describe('a route that takes several kinds', () => {
  test.each([
    ['json', '{"rows":["abc"]}', 'application/json'],
    ['table', 'abc', 'text/csv'],
    ['raw', 'abc', 'application/vnd.toy; v=1'],
    [
      'multipart',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ])('receives the kind of the body: %s', async (kind, body, type) => {
    expect(await post('any', body, type)).toEqual({ status: 200, body: { kind, bytes: 3 } });
  });

  test('415 names all that it takes', async () => {
    expect((await post('any', 'abc', 'text/plain')).body['message']).toBe(
      'Send the body as application/json, text/csv, multipart/form-data, or application/vnd.toy in UTF-8, uncompressed.',
    );
  });

  test('a body of JSON has the limit of JSON, and a text its own', async () => {
    const large = 'x'.repeat(maxBytes + 1);
    expect((await post('any', JSON.stringify({ rows: [large] }), 'application/json')).status).toBe(200);
    expect((await post('any', large, 'text/csv')).status).toBe(413);
  });
});
