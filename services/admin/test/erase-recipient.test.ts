import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { newId } from '@pas/shared/ids/id';
import { AlertMailModel, type AlertMailRow } from '@pas/shared/models/alert-mail';
import { ErasureModel, type ErasureRow } from '@pas/shared/models/erasure';
import type { Principal } from '@pas/shared/principal/principal';
import { waitUntil } from '@pas/testing/wait-until';
import { beforeEach, describe, expect, test } from 'vitest';
import { resumeErasures } from '../src/sweeps/resume-erasures.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { addProperty, addUnit, newTenantCaller, startAdmin } from './admin-harness.ts';
import { addPerson, findValues, type Export, type Receipt, type Values } from './personal-data-support.ts';
import { sealOutbox } from './seal-outbox.ts';
import { addUser, recordsOf, type UserAnswer } from './user-support.ts';

const admin = await startAdmin();
const colleague = 'night.desk@company.example.test';

type Recipients = { tenant: { version: number; settings: { alertRecipients: { email: string }[] } } };

describe('an alert recipient, when the person is erased', () => {
  let caller: Principal;
  let tenantId: string;
  let user: UserAnswer['user'];
  let values: Values;

  beforeEach(async () => {
    caller = await newTenantCaller();
    tenantId = caller.tenantId ?? '';
    const propertyId = (await addProperty(admin, caller)).id;
    const unitId = (await addUnit(admin, caller, propertyId)).id;
    ({ user, values } = await addPerson(admin, caller, unitId));
    await admin.call('POST', `/api/admin/users/${user.id}/move-out`, { as: caller, body: { unitId } });
  });

  const tenant = async (body?: object): Promise<Recipients['tenant']> => {
    const path = `/api/admin/tenants/${tenantId}`;
    const answer = await admin.call<Recipients>(body ? 'PATCH' : 'GET', path, {
      as: caller,
      ...(body && { body }),
    });
    expect(answer.status).toBe(200);
    return answer.body.tenant;
  };
  const entryOf = (email: string) => ({ email, types: ['door.offline'], digest: 'DAILY' });
  const alertBoth = () =>
    tenant({ settings: { alertRecipients: [entryOf(values.email.toUpperCase()), entryOf(colleague)] } });
  const erase = () => admin.call<Receipt>('POST', `/api/admin/users/${user.id}/erase`, { as: caller });

  const mailTo = (email: string): AlertMailRow => ({
    _id: newId('alertMail'),
    tenantId,
    email,
    cause: 'digest',
    items: [],
    count: 1,
    isOpen: true,
    dueAt: new Date(Date.now() + 3_600_000),
    createdAt: new Date(),
  });

  test('is removed with all waiting mails, and the chain stays valid', async () => {
    const { version } = await alertBoth();
    await AlertMailModel.insertMany([mailTo(values.email.toUpperCase()), mailTo(colleague)]);
    await sealOutbox(tenantId);
    const path = `/api/admin/users/${user.id}/data-export`;
    const { collections } = (await admin.call<Export>('GET', path, { as: caller })).body.dataExport;
    expect([collections['tenants'], collections['alert_mails']]).toMatchObject([
      [{ id: tenantId, alertRecipients: [{ types: ['door.offline'] }] }],
      [{ cause: 'digest' }],
    ]);
    expect(JSON.stringify(collections)).not.toContain(colleague);

    const { status, body } = await erase();

    expect([status, body.receipt.erased]).toMatchObject([200, { tenants: 1, alert_mails: 1 }]);
    await sealOutbox(tenantId);
    expect(await findValues(values)).toEqual([]);
    const after = await tenant();
    expect(after.settings.alertRecipients).toEqual([entryOf(colleague)]);
    expect(after.version).toBe(version + 1);
    expect(await AlertMailModel.countDocuments({ tenantId, email: colleague })).toBe(1);
    const erasure = (await recordsOf(user.id)).find(({ action }) => action === 'user.erased');
    expect(erasure?.targets).toContainEqual({ type: 'tenant', id: tenantId });
    const verified = await admin.call('GET', '/api/admin/audit/verify', { as: caller });
    expect(verified.body).toMatchObject({ verification: { firstBrokenSeq: null } });
  });

  test('is in no record of a settings change that is sealed afterwards', async () => {
    await alertBoth();
    await tenant({ settings: { alertRecipients: [entryOf(colleague)] } });
    await erase();
    await sealOutbox(tenantId);
    expect(await findValues({ email: values.email })).not.toEqual([]);
    await ErasureModel.updateOne({ _id: user.id, tenantId }, { $set: { dueAt: new Date(0) } });
    const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
    const options = { environment: 'TEST', events: leaveToSweeper, log, everyMs: 50 };
    const sweeper = startSweeper({ ...options, sweeps: [resumeErasures] });
    const isOver = async () =>
      (await ErasureModel.findOne({ _id: user.id, tenantId }).lean<ErasureRow>())?.dueAt === null;
    await waitUntil(isOver, { what: 'the second look' });
    await sweeper.stop();
    expect(await findValues(values)).toEqual([]);
  });

  test('stays a recipient if another user of the company has the e-mail', async () => {
    await addUser(admin, caller, { kind: 'STAFF', email: values.email });
    await alertBoth();
    expect((await erase()).body.receipt.erased['tenants']).toBe(0);
    expect((await tenant()).settings.alertRecipients).toHaveLength(2);
  });
});
