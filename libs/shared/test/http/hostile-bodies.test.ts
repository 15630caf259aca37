import { formBodies } from '@pas/testing/hostile/form-bodies';
import { headerValues } from '@pas/testing/hostile/header-values';
import { jsonBodies } from '@pas/testing/hostile/json-bodies';
import { multipartBodies } from '@pas/testing/hostile/multipart-bodies';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { owner, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());

/** Sends a body. @returns the status and the code of its refusal */
async function refusalOf(path: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'content-type': type };
  const response = await toy.send(path, { as: owner, method: 'POST', headers, body });
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
}

const asBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** The refusals of a body, before and at its fields. */
const refusals = ['400 malformed_json', '400 malformed_form', '413 body_too_large', '422 validation_failed'];

describe('JSON', () => {
  test.each(Object.entries(jsonBodies))('%s: 400, 413 or 422', async (_name, make) => {
    expect(refusals).toContain(await refusalOf('/api/admin/units', 'application/json', asBytes(make())));
  });

  test('with a list of half a million wrong values is 413', async () => {
    const list = `{"tags":[${'0,'.repeat(500_000)}0]}`;
    expect(await refusalOf('/api/admin/units', 'application/json', list)).toBe('413 body_too_large');
  });

  test('names every wrong value of a list that a body may contain', async () => {
    const list = `{"tags":[${'0,'.repeat(19_000)}0]}`;
    expect(await refusalOf('/api/admin/units', 'application/json', list)).toBe('422 validation_failed');
  });
});

test.each(Object.entries(formBodies))('the form %s: 400, 413 or 422', async (_name, make) => {
  const type = 'application/x-www-form-urlencoded';
  expect(refusals).toContain(await refusalOf('/api/admin/bodies/form', type, make()));
});

test.each(Object.entries(multipartBodies))('%s: received or refused', async (_name, make) => {
  const { contentType, bytes } = make();
  const answer = await refusalOf('/api/admin/bodies/file', contentType, asBytes(bytes));
  expect([...refusals, '201 undefined']).toContain(answer);
});

const names = [
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Prefer',
  'Accept',
  'Accept-Encoding',
  'Range',
];

test.each([...names, 'Cookie', 'Traceparent', 'X-Correlation-Id', 'Last-Event-ID'])(
  'the header %s of any kind breaks nothing',
  async (name) => {
    for (const [kind, make] of Object.entries(headerValues)) {
      const headers = { [name]: make() };
      const { status } = await toy.send(`/api/admin/units/${knownId}`, { as: owner, headers });
      expect([kind, status]).toEqual([kind, 200]);
    }
  },
);
