import { newId } from '@pas/shared/ids/id';
import { AlertMailModel, type AlertMailRow } from '@pas/shared/models/alert-mail';
import { useDatabases } from '@pas/testing/test-databases';
import { expect, test } from 'vitest';
import { sendAlertMails } from '../src/alerts/send-alert-mails.ts';

await useDatabases();

const rowOf = (tenantId: string, at: number): AlertMailRow => ({
  _id: newId('alertMail'),
  tenantId,
  email: 'desk@example.test',
  cause: `door.offline ${at}`,
  items: [],
  count: 0,
  isOpen: true,
  dueAt: new Date(Date.now() - 600_000 + at),
  createdAt: new Date(),
});

test('a batch includes the later mail of another tenant, despite 300 due mails of one tenant', async () => {
  const busy = newId('tenant');
  const own = rowOf(newId('tenant'), 300);
  await AlertMailModel.insertMany([...Array.from({ length: 300 }, (_, at) => rowOf(busy, at)), own]);
  const sweep = sendAlertMails(
    { send: () => Promise.resolve(), close: () => undefined },
    'http://portal.test',
  );
  const due = await sweep.findDue(new Date(), 100, []);
  expect(due.slice(0, 2).map(({ id }) => id)).toContain(own._id);
  expect(due).toHaveLength(100);
});
