import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { watchDispatches } from '../faults/dispatch-watch.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';

describe('events while the bus or a handler is down', () => {
  let drill: Drill;
  let watch: ReturnType<typeof watchDispatches>;

  beforeAll(async () => {
    drill = await borrowSystem();
    watch = watchDispatches(drill);
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  async function countRecords(correlationId: string): Promise<number> {
    return (await drill.manager.listAudit({ correlationId })).total;
  }

  async function untilRecorded(correlationId: string): Promise<void> {
    await waitUntil(() => countRecords(correlationId), {
      what: `the record of ${correlationId}`,
      everyMs: 50,
    });
  }

  /** Sends one more invite, and returns once its mail and its audit record exist. */
  async function untilCaughtUp(name: string): Promise<void> {
    const { invite } = await inviteToNewUnit(drill.manager, name, `${name}@after.test`);
    await watch.dispatch(invite, `after-${name}`);
    await Promise.all([watch.receive(`${name}@after.test`), untilRecorded(`after-${name}`)]);
  }

  test('a dispatch yields one mail and one record although NATS is down and admin is killed on its answer', async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Harbor View', 'robin@away.test');
    await drill.stopProcess('nats-server');
    await watch.dispatch(invite, 'while-nats-is-away');
    await Promise.all(['admin-1', 'admin-2', 'admin-workers'].map((name) => drill.kill(name)));
    await drill.heal();

    await Promise.all([watch.receive('robin@away.test'), untilRecorded('while-nats-is-away')]);
    await untilCaughtUp('harbor');
    expect(await watch.mails('robin@away.test')).toHaveLength(1);
    expect(await countRecords('while-nats-is-away')).toBe(1);
    expect(await drill.manager.readInvite(invite.id)).toMatchObject({ sendCount: 1 });
  });

  test('a change is answered while the sealer is down, and recorded once after its return', async () => {
    await drill.stopProcess('admin-workers');
    const headers = { 'x-correlation-id': 'while-nobody-seals' };
    const body = { name: 'Unsealed House' };
    await bodyOf(drill.manager.call('/properties', { body, headers }), 201);
    await drill.stores.untilPublished('while-nobody-seals');
    expect(await countRecords('while-nobody-seals')).toBe(0);

    await drill.start('admin-workers');
    await untilRecorded('while-nobody-seals');
    await untilCaughtUp('unsealed');
    expect(await countRecords('while-nobody-seals')).toBe(1);
  });

  test('a mail waits for a stopped mail server, and is sent once after its return', async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Patient House', 'patient@away.test');
    await drill.kill('sandbox');
    await watch.dispatch(invite, 'while-mail-is-down');
    await watch.untilLogged('is delayed', 'while-mail-is-down');
    await drill.start('sandbox');
    await watch.receive('patient@away.test');
    await untilCaughtUp('patient');
    expect(await watch.mails('patient@away.test')).toHaveLength(1);
  });
});
