import { expect, test } from 'vitest';
import { hashRows } from './hash-rows.ts';
import { named } from './strike.ts';
import { sendRequest, workingRequest, writingRoutes, type WritingSuite } from './working-request.ts';

/**
 * Tests that a POST with an `Idempotency-Key` is done once: its repeat gets the same bytes and changes no row. The key
 * of one person says nothing to another.
 */
export function testRepeats(suite: WritingSuite): void {
  const posts = writingRoutes(suite).filter(({ method }) => method === 'post');

  test.each(named(posts))('%s: is done once for an Idempotency-Key', async (_name, route) => {
    const request = await workingRequest(suite, route);
    const headers = { 'idempotency-key': 'once' };
    const first = await sendRequest(suite, request, headers);
    // A secret is shown once, and so never again.
    const comparable = (text: string): string => (route.isSecret ? '' : text);
    expect([first.status, first.text]).toEqual([
      route.status.find((each) => each === first.status),
      first.text,
    ]);
    const before = await hashRows();
    const again = await sendRequest(suite, request, headers);
    const isReplayed = again.headers.get('idempotency-replayed');
    expect([again.status, isReplayed, comparable(again.text)]).toEqual([
      first.status,
      'true',
      comparable(first.text),
    ]);
    expect(await hashRows()).toEqual(before);
  });

  test.each(named(posts))('%s: takes no notice of another person’s Idempotency-Key', async (_name, route) => {
    const request = await workingRequest(suite, route);
    const headers = { 'idempotency-key': 'of two persons' };
    await sendRequest(suite, request, headers);
    const other = { ...request, as: { ...request.as, id: `${request.as.id}-of-a-colleague` } };
    const { headers: answered } = await sendRequest(suite, other, headers);
    expect(answered.get('idempotency-replayed')).toBeNull();
  });
}
