import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, receiveMail } from '../client/mailbox.ts';
import { bodyOf } from '../client/http-call.ts';
import { inviteToNewUnit, type Invite } from '../client/property-manager.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';

/** Two processes come up meanwhile, and the bus after them. */
const timeoutMs = 30_000;

describe('events, while what carries or handles them is away', () => {
  let drill: Drill;

  beforeAll(async () => {
    drill = await borrowSystem();
  });
  afterAll(() => drill.stop());
  afterEach(() => drill.heal());

  const mails = (address: string) => mailsTo(drill.local.mailboxUrl, address);
  const receive = (address: string) => receiveMail(drill.local.mailboxUrl, address);

  async function dispatch({ id }: Invite, correlationId: string): Promise<void> {
    const headers = { 'x-correlation-id': correlationId };
    const path = `/onboarding/invites/${id}/dispatch`;
    await bodyOf(drill.manager.call(path, { method: 'POST', headers }), 202);
  }

  async function countRecords(correlationId: string): Promise<number> {
    return (await drill.manager.listAudit({ correlationId })).total;
  }

  async function untilRecorded(correlationId: string): Promise<void> {
    await waitUntil(() => countRecords(correlationId), {
      what: `the record of ${correlationId}`,
      timeoutMs,
      everyMs: 50,
    });
  }

  /** Sends an invite after all that was sent before, and returns once its mail and its record are there. */
  async function untilCaughtUp(name: string): Promise<void> {
    const { invite } = await inviteToNewUnit(drill.manager, name, `${name}@after.test`);
    await dispatch(invite, `after-${name}`);
    await Promise.all([receive(`${name}@after.test`), untilRecorded(`after-${name}`)]);
  }

  /** Waits for a line of the workers' log: quicker than asking the operator's program again and again. */
  async function untilLogged(...words: readonly string[]): Promise<void> {
    const isMeant = (line: string): boolean => words.every((word) => line.includes(word));
    const lines = (): string[] => drill.logOf('admin-workers').split('\n');
    await waitUntil(() => lines().some(isMeant), { what: words.join(', '), timeoutMs, everyMs: 200 });
  }

  test('mail and record of a dispatch arrive once, though NATS was down and admin killed on its answer', async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Harbor View', 'robin@away.test');
    await drill.stopProcess('nats-server');
    await dispatch(invite, 'while-nats-is-away');
    await Promise.all(['admin-1', 'admin-2', 'admin-workers'].map((name) => drill.kill(name)));
    await drill.heal();

    await Promise.all([receive('robin@away.test'), untilRecorded('while-nats-is-away')]);
    await untilCaughtUp('harbor');
    expect(await mails('robin@away.test')).toHaveLength(1);
    expect(await countRecords('while-nats-is-away')).toBe(1);
    expect(await drill.manager.readInvite(invite.id)).toMatchObject({ sendCount: 1 });
  });

  test('a change is answered and not on record while the sealer is away, and on record once when it is back', async () => {
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

  test('a mail waits for a mail server that is down, and is sent once when it is back', async () => {
    const { invite } = await inviteToNewUnit(drill.manager, 'Patient House', 'patient@away.test');
    await drill.kill('sandbox');
    await dispatch(invite, 'while-mail-is-down');
    await untilLogged('is delayed', 'while-mail-is-down');
    await drill.start('sandbox');
    await receive('patient@away.test');
    await untilCaughtUp('patient');
    expect(await mails('patient@away.test')).toHaveLength(1);
  });
});
