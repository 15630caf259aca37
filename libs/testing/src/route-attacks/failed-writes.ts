import { expect, test } from 'vitest';
import { control, core } from '@pas/platform/mongo/connections';
import { hashRows } from './hash-rows.ts';
import { named } from './strike.ts';
import { sendRequest, workingRequest, writingRoutes, type WritingSuite } from './working-request.ts';

/** The collection that every change writes last: its events and its audit record. */
const last = 'outbox';

/** Has the store refuse every row of a collection that nothing could pass, while some work is done. */
async function whileRefused<T>(work: () => Promise<T>): Promise<T> {
  const databases = [core, control].flatMap(({ db }) => (db ? [db] : []));
  const validate = async (validator: object) =>
    Promise.all(databases.map((db) => db.command({ collMod: last, validator })));
  await validate({ _id: 'no event has this id' });
  try {
    return await work();
  } finally {
    await validate({});
  }
}

/**
 * Tests that what fails leaves nothing behind: each route's work is made to fail at its very end, and no row may be
 * another one than before. The same request is then done, which shows that it was the end which failed.
 */
export function testFailedWrites(suite: WritingSuite): void {
  test.each(named(writingRoutes(suite)))(
    '%s: leaves nothing when it fails at its end',
    async (_name, route) => {
      const request = await workingRequest(suite, route);
      const headers = { 'idempotency-key': 'a key that is free afterwards' };
      const before = await hashRows();
      const failed = await whileRefused(async () => sendRequest(suite, request, headers));
      expect(failed.status).toBe(500);
      expect(await hashRows()).toEqual(before);
      const { status, text } = await sendRequest(suite, request, headers);
      expect([status, text]).toEqual([route.status.find((each) => each === status), text]);
    },
  );
}
