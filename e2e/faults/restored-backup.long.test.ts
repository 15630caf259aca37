import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { createCompany, type NewCompany } from '../client/new-company.ts';
import { actAsManager, inviteToNewUnit, type PropertyManager } from '../client/property-manager.ts';
import { password, signUp, type SignInResult } from '../client/resident.ts';
import { collectFigures } from './collect-figures.ts';
import { startDrill, type Drill } from './drill.ts';
import { findLosses, untilSettled } from './find-losses.ts';
import { loopJourneys } from './journey-loop.ts';
import { loseAndRestore, runScript } from './restore-drill.ts';

const email = 'erased.person@loop.test';

/** Goal of the time from the loss of all data of a small system until it serves again, in milliseconds. */
const maxDownMs = 120_000;
/** Lists by address. The only resident is erased again soon after the restore. */
const lists = ['properties?', 'units?', 'users?kind=STAFF&', 'api-keys?'];

type Feed = { events: { type: string }[]; nextCursor: string };
type Chain = {
  verification: { valid: boolean; checkpoints: { lastSeq: number | null }; restorations: object[] };
};

describe('a backup that is restored after the loss of a system under load', () => {
  let drill: Drill;
  let backup: string;
  let company: NewCompany;
  let manager: PropertyManager;
  let resident: SignInResult;
  let unitId: string;
  let totals: number[];
  let keptCursor: string;
  let lostCursor: string;
  let revokedKey: string;
  let surprises: readonly Error[];
  const figures = collectFigures('restored-backup');

  const read = <Body>(path: string) => bodyOf(manager.call<Body>(path), 200);
  const readTotals = () =>
    Promise.all(lists.map(async (list) => (await read<{ total: number }>(`/${list}limit=1`)).total));
  const verify = async () => (await read<Chain>('/audit/verify')).verification;

  /** Reads the feed to its end. */
  async function readFeed(after?: string): Promise<Feed> {
    return read<Feed>(`/events?limit=100${after === undefined ? '' : `&after=${after}`}`);
  }

  /** Creates a company of its own, without the load, so that its rows can be counted. */
  async function seed(): Promise<void> {
    company = await createCompany(drill.local, { name: 'Restored' });
    manager = actAsManager({ gatewayUrl: drill.local.gatewayUrl, key: company.key });
    const { unit, invite } = await inviteToNewUnit(manager, 'Kept', email);
    unitId = unit.id;
    resident = await bodyOf(signUp(drill.local.portalUrl, { inviteToken: invite.token, email }), 201);
    const isPublished = async () =>
      (await readFeed()).events.some(({ type }) => type === 'resident.moved_in');
    await waitUntil(isPublished, { what: 'the event of the move-in' });
    const body = { name: 'revoked later', scopes: ['units:read'], environments: ['DEV'] };
    type NewKey = { apiKey: { id: string; secret: string } };
    const { apiKey } = await bodyOf(manager.call<NewKey>('/api-keys', { body }), 201);
    revokedKey = apiKey.secret;
    const staff = { kind: 'STAFF', email: 'kept.staff@loop.test', firstName: 'Kim' };
    await bodyOf(manager.call('/users', { body: staff }), 201);
    await untilSettled(drill);
    keptCursor = (await readFeed()).nextCursor;
    totals = await readTotals();
  }

  /** Changes that the restore loses: new rows, an erasure and the revocation of a key. */
  async function liveOn(): Promise<void> {
    const userId = resident.resident.id;
    await manager.createProperty('Lost Tower');
    await bodyOf(manager.call(`/users/${userId}/move-out`, { body: { unitId } }), 200);
    await bodyOf(manager.call(`/users/${userId}/erase`, { method: 'POST' }), 200);
    type Keys = { apiKeys: { id: string; name: string }[] };
    const { apiKeys } = await read<Keys>('/api-keys');
    const { id } = apiKeys.find(({ name }) => name === 'revoked later') ?? { id: '' };
    await bodyOf(manager.call(`/api-keys/${id}/revoke`, { body: {} }), 200);
    const moved = async () => (await readFeed(keptCursor)).events.length > 0;
    await waitUntil(moved, { what: 'an event of the lost time' });
    lostCursor = (await readFeed(keptCursor)).nextCursor;
    await untilSigned();
  }

  /** Waits until checkpoints and withdrawals are on the disk. */
  async function untilSigned(): Promise<void> {
    const isCovered = async (): Promise<boolean> => {
      const { auditRecords } = await manager.listAudit({ limit: '1' });
      return (await verify()).checkpoints.lastSeq === auditRecords[0]?.seq;
    };
    await waitUntil(isCovered, { what: 'a checkpoint of the last record' });
    const file = join(drill.dataDir, 'audit-checkpoints/withdrawals/DEV', `${company.tenantId}.ndjson`);
    const lines = async () => (await readFile(file, 'utf8')).trim().split('\n').length;
    await waitUntil(async () => (await lines()) === 2, { what: 'both withdrawals' });
  }

  beforeAll(async () => {
    drill = await startDrill();
    await drill.configure('admin-workers', { AUDIT_CHECKPOINT_INTERVAL_MS: '100' });
    await drill.kill('admin-workers');
    await drill.start('admin-workers');
    backup = `${drill.dataDir}-backup`;
    await seed();
    const load = await loopJourneys(drill, 'lost');
    await load.untilMore(20);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const begun = performance.now();
    await runScript(drill, ['backup', backup]);
    const backupMs = performance.now() - begun;
    await load.untilMore(20);
    await liveOn();
    await load.stop();
    surprises = load.surprises;
    const times = await loseAndRestore(drill, { backup, since });
    process.stderr.write(`${JSON.stringify({ backupMs, ...times })}\n`);
    figures.add({
      promise: 'F16',
      figure: 'time from the loss until requests are served (RTO)',
      atMost: maxDownMs,
      found: Math.round(times.untilServedMs),
      unit: 'ms',
    });
  });
  afterAll(async () => {
    await drill.stop();
    await rm(backup, { recursive: true, force: true });
  });

  test('the totals are those of the backup, and its clients continue with their keys', async () => {
    expect(await readTotals()).toEqual(totals);
    expect(surprises).toEqual([]);
    const later = await loopJourneys(drill, 'after');
    await later.untilMore(20);
    await later.stop();
    expect(later.surprises).toEqual([]);
    await untilSettled(drill);
    const losses = await findLosses(drill, { journeys: later, interruptions: 1 });
    figures.add({
      promise: 'F16',
      figure: 'effects lost or repeated afterwards',
      atMost: 0,
      found: losses.length,
    });
    figures.save();
    expect(losses).toEqual([]);
  });

  test('the audit is valid, and its verification names the lost records', async () => {
    const reason = 'Rehearsal of a restore.';
    expect(await verify()).toMatchObject({ valid: true, restorations: [{ reason }] });
  });

  test('the feed continues at a cursor of the backup, and answers 410 to one of the lost time', async () => {
    expect((await manager.call(`/events?after=${keptCursor}`)).status).toBe(200);
    const lost = await manager.call(`/events?after=${lostCursor}`);
    expect([lost.status, lost.body.code]).toEqual([410, 'cursor_expired']);
  });

  test('the revoked key stays revoked, and the session has ended', async () => {
    const { gatewayUrl, portalUrl } = drill.local;
    const asRevoked = call(`${gatewayUrl}/api/admin/units`, { bearer: revokedKey });
    const asResident = call(`${portalUrl}/api/v1/me`, { bearer: resident.token });
    expect([(await asRevoked).status, (await asResident).status]).toEqual([401, 401]);
  });

  test('the erased person is erased again', async () => {
    const isErased = async (): Promise<boolean> => {
      const users = drill.database.collection<{ _id: string; email: string | null }>('users');
      const found = await users.findOne({ _id: resident.resident.id });
      return found?.email !== email && (await manager.listUsers({ email })).total === 0;
    };
    await waitUntil(isErased, { what: 'the erasure' });
    const login = call(`${drill.local.portalUrl}/api/v1/auth/login`, { body: { email, password } });
    expect((await login).status).toBe(401);
  });

  test('no event of the backup became a dead letter', async () => {
    expect(await drill.pas('dead-letters', 'list')).toBe('');
  });
});
