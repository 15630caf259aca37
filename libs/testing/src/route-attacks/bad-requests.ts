import { expect, test } from 'vitest';
import type { Route } from '@pas/platform/http/define-route';
import type { UnknownInput } from '@pas/platform/http/parse-input';
import { hashRows } from './hash-rows.ts';
import { badBodiesOf } from './bad-bodies.ts';
import { bodyFormsOf, sampleSent, type SentBody } from './body-forms.ts';
import { ownPathOf } from './id-slots.ts';
import { pathOf } from './sample-input.ts';
import { callerFor, inPieces, named, strike, type Target } from './strike.ts';

interface BadRequestSuite extends Target {
  /** The service's treatment of undeclared parameters. */
  unknownInput: UnknownInput;
}

/** Invalid page parameters, each with a value. */
const badPages: readonly (readonly [string, string])[] = [
  ...['0', '-1', '1.5', '1e9', '', ' 5', '+5', '0x10', '٥'].map((value) => ['limit', value] as const),
  ...['-1', '1.5', '1e18', '1000000000000000000', '10000001', '', 'NaN'].map(
    (value) => ['offset', value] as const,
  ),
  ...['$natural', '_id', '__proto__', '', '-', 'createdAt,createdAt', '{"$gt":""}'].map(
    (value) => ['sort', value] as const,
  ),
];

/** Spellings that query parsers of other servers turn into objects. */
const asObjects = (name: string): readonly string[] => [
  `${name}[$regex]=.*`,
  `${name}[$gt]=`,
  `${name}[]=a`,
  `${name}.$ne=a`,
];

const isList = ({ query = {} }: Route): boolean => Object.hasOwn(query, 'limit');

/** Runs work that must write nothing. */
async function withoutWriting(work: () => Promise<void>): Promise<void> {
  const before = await hashRows();
  await work();
  expect(await hashRows()).toEqual(before);
}

function testPages(suite: BadRequestSuite): void {
  test.each(named(suite.routes.filter(isList)))(
    '%s: 422 names the faulty page parameter',
    async (_name, route) => {
      const repeated = ['limit=5&limit=5', 'offset=0&offset=1', 'sort=createdAt&sort=createdAt'];
      const asked = [
        ...badPages.map(([name, value]): [string, string] => [name, `${name}=${encodeURIComponent(value)}`]),
        ...repeated.map((query): [string, string] => [query.split('=')[0] ?? '', query]),
      ];
      for (const [name, query] of asked) {
        const { status, errors } = await strike(suite, route, { path: `${pathOf(route)}?${query}` });
        const blamed = [...new Set(errors.map(({ path }) => path))];
        expect([query, status, blamed]).toEqual([query, 422, [name]]);
      }
    },
  );
}

function testOperators(suite: BadRequestSuite): void {
  const withQuery = suite.routes.filter(({ query }) => Object.keys(query ?? {}).length > 0);
  const status = suite.unknownInput === 'refuse' ? 422 : 200;
  test.each(named(withQuery))('%s: operators in the query are never values', async (_name, route) => {
    for (const query of Object.keys(route.query ?? {}).flatMap(asObjects)) {
      const path = `${ownPathOf(route, suite.own())}?${query}`;
      const answer = await strike(suite, route, { path, ...sampleSent(route) });
      expect([query, answer.status]).toEqual([query, status]);
    }
  });
}

/** Sends half of a body and breaks off, like a crashed client. */
async function cutOff(target: Target, route: Route, { path, type, text }: SentBody & { path: string }) {
  const sending = target.harness().send(path, {
    as: callerFor(target, route),
    method: route.method.toUpperCase(),
    headers: { 'content-type': type },
    body: inPieces(text.slice(0, Math.ceil(text.length / 2)), new Error('cut off')),
    duplex: 'half',
  });
  await expect(sending).rejects.toThrow('fetch failed');
}

/** The length below which bodies are also sent piece by piece. */
const maxPieces = 300;

function testBodies(suite: BadRequestSuite): void {
  const taking = suite.routes.filter(
    ({ method, body }) => method !== 'get' && (body !== undefined || suite.unknownInput === 'refuse'),
  );

  test.each(named(taking))('%s: 413, 415, 400 or 422 for an invalid body', async (_name, route) => {
    await withoutWriting(async () => {
      const path = ownPathOf(route, suite.own());
      for (const [expected, type, text] of badBodiesOf(route)) {
        const { status } = await strike(suite, route, { path, text, type });
        expect([type, text.slice(0, 20), status]).toEqual([type, text.slice(0, 20), expected]);
      }
    });
  });

  test.each(named(taking))('%s: a slow invalid body gets the same refusal', async (_name, route) => {
    await withoutWriting(async () => {
      const path = ownPathOf(route, suite.own());
      for (const [expected, type, text] of badBodiesOf(route).filter((bad) => bad[2].length < maxPieces)) {
        const { status } = await strike(suite, route, { path, text, type, isSlow: true });
        expect([type, text, status]).toEqual([type, text, expected]);
      }
    });
  });

  test.each(named(taking))('%s: a truncated body changes nothing', async (_name, route) => {
    await withoutWriting(async () => {
      const path = ownPathOf(route, suite.own());
      for (const form of bodyFormsOf(route)) {
        await cutOff(suite, route, { path, ...form.write([['name', 'x'.repeat(1000)]]) });
      }
      // The answer to this request comes after the effects of the truncated ones.
      const { status } = await strike(suite, route, { path, text: '{', type: 'text/plain' });
      expect(status).toBeLessThan(500);
    });
  });
}

function testMethods({ routes, harness, caller, own }: BadRequestSuite): void {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  test.each([...byPath])('%s: 405 with Allow for unsupported methods', async (_path, group) => {
    const [route] = group;
    const known = group.map(({ method }) => method.toUpperCase());
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method));
    await withoutWriting(async () => {
      for (const method of others) {
        const path = route ? ownPathOf(route, own()) : '';
        const response = await harness().send(path, { method, as: caller() });
        const allowed = response.headers.get('allow')?.split(', ') ?? [];
        expect([method, response.status]).toEqual([method, 405]);
        expect(allowed.filter((each) => each !== 'HEAD').toSorted()).toEqual(known.toSorted());
      }
    });
  });
}

/** Tests that invalid requests are refused with documented statuses, and write nothing. */
export function testBadRequests(suite: BadRequestSuite): void {
  testPages(suite);
  testOperators(suite);
  testBodies(suite);
  testMethods(suite);
}
