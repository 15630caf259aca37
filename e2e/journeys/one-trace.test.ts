import { randomBytes, randomUUID } from 'node:crypto';
import type { Envelope } from '@pas/platform/events/envelope';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../client/audit-trail.ts';
import { receiveMail } from '../client/mailbox.ts';
import { actAsManager, type Invite, type PropertyManager } from '../client/property-manager.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { useSystem, type LogLine, type SharedSystem } from '../shared-system/use-system.ts';

describe('one request with the client’s correlation id and trace', () => {
  const correlationId = `trace-${randomUUID()}`;
  const traceId = randomBytes(16).toString('hex');
  const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
  const headers = { 'X-Correlation-Id': correlationId, traceparent };
  let system: SharedSystem;
  let stores: Stores;
  let manager: PropertyManager;
  let invite: Invite;
  let answered: unknown;

  beforeAll(async () => {
    system = await useSystem();
    stores = await openStores(system, 'DEV');
    const { gatewayUrl, apiKey, mailboxUrl } = system.local;
    manager = actAsManager({ gatewayUrl, key: apiKey });
    const property = await manager.createProperty('Traced');
    const unit = await manager.ensureUnit(property.id, '1');
    const email = `traced.${randomUUID()}@example.test`;
    invite = await manager.createInvite(unit.id, email);
    const path = `/onboarding/invites/${invite.id}/dispatch`;
    answered = await manager.call(path, { method: 'POST', headers });
    await receiveMail(mailboxUrl, email);
  });
  afterAll(() => stores.close());

  /** Waits for a log line, because lines are written in batches. */
  async function logged(names: readonly string[], isMeant: (line: LogLine) => boolean): Promise<LogLine> {
    const find = (): LogLine | undefined =>
      names.flatMap((name) => system.logOf(name, correlationId)).find(isMeant);
    return waitUntil(find, { what: `a line of ${names.join(' or ')}` });
  }

  test('returns the id with the answer', () => {
    expect(answered).toMatchObject({ status: 202, headers: { 'x-correlation-id': correlationId } });
  });

  test('logs both in gateway, admin and both consumers', async () => {
    const isRequest = ({ path }: LogLine): boolean => path?.endsWith(`/${invite.id}/dispatch`) ?? false;
    const lines = await Promise.all([
      logged(['gateway'], isRequest),
      logged(['admin-1', 'admin-2'], isRequest),
      logged(['admin-workers'], ({ durable }) => durable === 'deliver-invites'),
      logged(['admin-workers'], ({ durable }) => durable === 'seal-audit'),
    ]);
    for (const line of lines) expect(line.traceparent).toContain(traceId);
  });

  test('carries both in its events', async () => {
    const isOfWork = ({ correlationid }: Envelope): boolean => correlationid === correlationId;
    await auditOf(manager, stores, { correlationId, atLeast: 1 });
    const dispatched = (await stores.eventsIn('ONBOARDING')).filter(isOfWork);
    expect(dispatched).toMatchObject([{ type: 'pas.v1.onboarding.invite.dispatched', subject: invite.id }]);
    const audit = (await stores.eventsIn('AUDIT')).filter(isOfWork);
    expect(new Set(audit.map(({ type }) => type))).toContain('pas.v1.audit.record.submitted');
    for (const event of [...dispatched, ...audit]) expect(event.traceparent).toContain(traceId);
  });

  test('records the id in the audit', async () => {
    const { records } = await auditOf(manager, stores, { correlationId, atLeast: 1 });
    expect(records).toMatchObject([
      { action: 'invite.dispatched', context: { correlationId, ip: '127.0.0.1' } },
    ]);
  });

  test('logs no token of the invite', async () => {
    await manager.call(`/onboarding/invites/${invite.id}`);
    const path = new URL(invite.inviteUrl).pathname;
    const page = await fetch(invite.inviteUrl, { headers: { 'X-Correlation-Id': `${correlationId}-page` } });
    expect(page.status).toBe(200);
    const names = ['resident-1', 'resident-2'];
    const line = await waitUntil(
      () => names.flatMap((name) => system.logOf(name, `${correlationId}-page`))[0],
      { what: 'the page’s line' },
    );
    expect(line.path).toBe(path.replace(invite.token, '[redacted]'));
    const processes = ['gateway', 'admin-1', 'admin-2', 'admin-workers', ...names];
    for (const name of processes) expect(system.wholeLogOf(name)).not.toContain(invite.token);
  });
});
