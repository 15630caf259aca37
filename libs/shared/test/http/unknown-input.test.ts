import type { FieldProblem } from '@pas/platform/errors/fault';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { owner, resident, startToy } from './toy-service.ts';
import { knownId } from './toy.routes.ts';

let strict: ServiceHarness;
let lenient: ServiceHarness;
beforeAll(async () => {
  strict = await startToy();
});
afterAll(() => strict.stop());

type InvalidAnswer = { code: string; message: string; errors?: FieldProblem[] };
const found = ({ errors = [] }: InvalidAnswer): string[] => errors.map(({ path, code }) => `${path} ${code}`);

describe('on admin routes', () => {
  const post = async (body: unknown, query = '') =>
    strict.call<InvalidAnswer>('POST', `/api/admin/units${query}`, { as: owner, body });

  test('422 lists every problem of the body and of the query at once', async () => {
    const { status, body } = await post(
      {
        label: '',
        occupancy: 'EMPTY',
        address: { country: 'USA', zip: '1' },
        tags: ['a', 2, null],
        colour: 'red',
      },
      '?limit=5&dry=1',
    );
    expect(status).toBe(422);
    expect(new Set(found(body))).toEqual(
      new Set([
        'address.city required',
        'address.country too_big',
        'address.zip unknown_field',
        'colour unknown_field',
        'dry unknown_field',
        'label too_small',
        'limit unknown_field',
        'occupancy invalid_value',
        'tags.1 invalid_type',
        'tags.2 invalid_type',
      ]),
    );
  });

  test('422 for an unknown parameter after a thousand others', async () => {
    const many = Array.from({ length: 1500 }, (_nothing, at) => `n${at}=`).join('&');
    const first = await strict.call<InvalidAnswer>('GET', `/api/admin/units?${'&'.repeat(1500)}colour=red`, {
      as: owner,
    });
    expect(found(first.body)).toEqual(['colour unknown_field']);
    const all = await strict.call<InvalidAnswer>('GET', `/api/admin/units?${many}&colour=red`, { as: owner });
    expect(all.body.message).toContain('And 1496 more.');
  });

  test('422 shortens the name of a very long field', async () => {
    const { status, body } = await post({ ['k'.repeat(900_000)]: 1, address: { ['k'.repeat(900)]: 1 } });
    expect(status).toBe(422);
    expect(found(body)).toContain(`${'k'.repeat(100)}… unknown_field`);
    expect(JSON.stringify(body).length).toBeLessThan(5000);
  });

  test('422 reports a missing field as required, even an enumeration', async () => {
    expect(found((await post({})).body)).toEqual(['label required', 'occupancy required']);
  });

  test.each([[[]], [null], ['text'], [5], [true]])('422 for a body of %j', async (body) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(found(answer.body)).toEqual([' invalid_type']);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '422 for a field called %s, which changes nothing',
    async (name) => {
      const text = `{"label":"a","occupancy":"VACANT","${name}":{"polluted":true}}`;
      const response = await strict.send('/api/admin/units', {
        as: owner,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      expect(found((await response.json()) as InvalidAnswer)).toEqual([`${name} unknown_field`]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      const query = await strict.call<InvalidAnswer>('GET', `/api/admin/units?${name}=1`, { as: owner });
      expect(found(query.body)).toEqual([`${name} unknown_field`]);
    },
  );

  test('422 for operators of the database in place of values', async () => {
    const { body } = await post({ label: { $ne: '' }, occupancy: { $gt: '' } });
    expect(found(body)).toEqual(['label invalid_type', 'occupancy invalid_value']);
    const query = await strict.call<InvalidAnswer>('GET', '/api/admin/units?q[$ne]=x', { as: owner });
    expect(found(query.body)).toEqual(['q[$ne] unknown_field']);
  });

  test('422 for a repeated parameter, together with the other problems', async () => {
    const { status, body } = await strict.call<InvalidAnswer>(
      'GET',
      '/api/admin/units?limit=5&limit=6&offset=-1&sort=label&sort=label&x=1&x=2',
      { as: owner },
    );
    expect(status).toBe(422);
    expect(found(body).toSorted()).toEqual([
      'limit repeated',
      'offset invalid_format',
      'sort repeated',
      'x repeated',
      'x unknown_field',
    ]);
  });

  test('422 for a field on an action without fields, and for a parameter on a single resource', async () => {
    const path = `/api/admin/units/${knownId}/unlock`;
    const action = await strict.call<InvalidAnswer>('POST', path, { as: owner, body: { reason: 'x' } });
    expect([action.status, ...found(action.body)]).toEqual([422, 'reason unknown_field']);
    const single = await strict.call<InvalidAnswer>('GET', `/api/admin/units/${knownId}?limit=1`, {
      as: owner,
    });
    expect([single.status, ...found(single.body)]).toEqual([422, 'limit unknown_field']);
  });

  test('422 stays short with many problems', async () => {
    const fields = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`f${index}`, 1]));
    const { status, body } = await post(fields);
    expect(status).toBe(422);
    expect(body.errors?.length).toBeLessThanOrEqual(100);
    expect(body.message.length).toBeLessThan(2000);
  });
});

describe('on resident routes', () => {
  beforeAll(async () => {
    await strict.stop();
    lenient = await startToy('ignore');
  });
  afterAll(async () => {
    await lenient.stop();
    strict = await startToy();
  });

  const patch = async (body: unknown) =>
    lenient.call<InvalidAnswer>('PATCH', '/api/v1/me', { as: resident, body });

  test('200 ignores unknown fields and parameters, which old apps still send', async () => {
    const { status, body } = await patch({ firstName: 'Jo', nickname: 'J', __typename: 'Me' });
    expect([status, body]).toEqual([200, { resident: { firstName: 'Jo' } }]);
    expect((await lenient.call('GET', '/api/v1/units?cacheBuster=1', { as: resident })).status).toBe(200);
  });

  test.each(['id', '_id', 'tenantId', 'kind', 'role', 'status', 'email', 'scopes', 'version'])(
    '422 for %s, which callers cannot set here',
    async (field) => {
      const { status, body } = await patch({ firstName: 'Jo', [field]: 'x' });
      expect([status, ...found(body)]).toEqual([422, `${field} unknown_field`]);
    },
  );

  test('200 for such a field if the route declares it', async () => {
    const { status, body } = await lenient.call<object>('POST', '/api/v1/auth/signup', {
      body: { email: 'a@b.test' },
    });
    expect([status, body]).toEqual([200, { email: 'a@b.test' }]);
  });

  test('422 still applies to known fields', async () => {
    const { body } = await patch({ firstName: 5, status: 'ACTIVE' });
    expect(found(body)).toEqual(['firstName invalid_type', 'status unknown_field']);
    const page = await lenient.call<InvalidAnswer>('GET', '/api/v1/units?limit=0&limit=2', { as: resident });
    expect(page.status).toBe(422);
  });
});
