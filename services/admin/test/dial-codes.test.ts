import { randomUUID } from 'node:crypto';
import { workContext } from '@pas/shared/context/work-context';
import { UnitModel } from '@pas/shared/models/unit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startImportWorker } from '../src/resources/imports/worker/start-import-worker.ts';
import { freeDialCodes } from '../src/sweeps/free-dial-codes.ts';
import { addProperty, newTenantCaller, startAdmin, type UnitAnswer } from './admin-harness.ts';
import { importClient } from './import-support.ts';
import { inviteSupport } from './invite-support.ts';
import { planImport, testWorker } from './plan-import.ts';

const admin = await startAdmin();
const caller = await newTenantCaller();
const tenantId = caller.tenantId ?? '';
const { invite } = await inviteSupport(admin, caller);
const { commit, ended, act } = importClient(admin, caller);

const workers: { stop(): Promise<void> }[] = [];
afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => worker.stop()))));

let propertyId = '';
beforeEach(async () => void (propertyId = (await addProperty(admin, caller)).id));

const unitsPath = '/api/admin/units';
const ensure = (label: string, fields: object = {}) =>
  admin.call<UnitAnswer>('POST', unitsPath, { as: caller, body: { propertyId, label, ...fields } });
const ensureKeyed = (label: string, fields: object) => {
  const headers = { 'idempotency-key': randomUUID() };
  return admin.call('POST', unitsPath, { as: caller, headers, body: { propertyId, label, ...fields } });
};
const codeOf = async (label: string) => (await ensure(label)).body.unit.dialCode;
const change = (id: string, body: object) =>
  admin.call<UnitAnswer>('PATCH', `${unitsPath}/${id}`, { as: caller, body });
const remove = (id: string) => admin.call('DELETE', `${unitsPath}/${id}`, { as: caller });
const storedCodes = async () => {
  const units = await UnitModel.find({ tenantId, propertyId, isLive: true }).lean();
  return units.map(({ dialCode }) => dialCode ?? '').toSorted();
};
const taken = { status: 409, body: { code: 'already_exists', errors: [{ path: 'dialCode' }] } };

describe('the dial code of a new unit', () => {
  test('is the digits of a label with only digits, or the lowest free code of 0 and two digits', async () => {
    const labels = ['4A', '101', 'Apt 7', 'Penthouse', '4', '123456789', '4B'];
    const codes: (string | null)[] = [];
    for (const label of labels) codes.push(await codeOf(label));
    expect(codes).toEqual(['000', '101', '7', '001', '4', '002', '003']);
  });

  test('may be chosen; a taken one is 409 and creates nothing', async () => {
    expect((await ensure('4A', { dialCode: '41' })).body.unit.dialCode).toBe('41');
    expect(await ensure('4B', { dialCode: '41' })).toMatchObject(taken);
    expect(await ensureKeyed('4B', { dialCode: '41' })).toMatchObject(taken);
    expect(await codeOf('41')).toBe('000');
    expect(await storedCodes()).toEqual(['000', '41']);
    expect((await ensure('apt 4a', { dialCode: '000' })).body.unit.dialCode).toBe('41');
  });

  test.each(['', '123456789', '12a', '-1', '１２', 12, null])('%j is 422', async (dialCode) => {
    const answer = await ensure('4A', { dialCode });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'dialCode' }] } });
  });

  test('differs for fifty units that are created concurrently', async () => {
    const labels = Array.from({ length: 50 }, (_, index) => `Loft ${index}`);
    const answers = await Promise.all(labels.map((label) => ensure(label)));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
    // A transaction that runs again may leave a code free.
    const codes = await storedCodes();
    expect([new Set(codes).size, codes.filter((code) => !/^0\d\d$/.test(code))]).toEqual([50, []]);
  });

  test('passes over more codes than one read holds', async () => {
    const chosen = Array.from({ length: 60 }, (_, index) => `0${String(index).padStart(2, '0')}`);
    for (const dialCode of chosen) await ensure(`Set ${dialCode}`, { dialCode });
    expect(await codeOf('Loft')).toBe('060');
  });
});

describe('the dial code of a unit', () => {
  test('stays with a new label, and shows in reads and files', async () => {
    const { id } = (await ensure('4A')).body.unit;
    expect((await change(id, { label: '55' })).body.unit).toMatchObject({ label: '55', dialCode: '000' });
    const headers = { accept: 'text/csv' };
    const file = await admin.send(`${unitsPath}?propertyId=${propertyId}`, { as: caller, headers });
    expect(await file.text()).toMatch(/dialCode[^]*000/);
  });

  test('can be changed, and the old one is free immediately', async () => {
    const { id } = (await ensure('4A')).body.unit;
    expect(await codeOf('4B')).toBe('001');
    expect((await change(id, { dialCode: '44' })).body.unit).toMatchObject({ dialCode: '44', version: 2 });
    expect([await codeOf('4C'), await codeOf('4D')]).toEqual(['000', '002']);
    expect(await change(id, { dialCode: '002' })).toMatchObject(taken);
  });

  test('rests for 30 days after the unit is deleted', async () => {
    const { id } = (await ensure('4A')).body.unit;
    expect((await remove(id)).status).toBe(204);
    expect([await codeOf('4A'), await codeOf('4B')]).toEqual(['001', '002']);
    expect(await ensure('4C', { dialCode: '000' })).toMatchObject(taken);
    const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
    const filter = { _id: id, tenantId };
    await UnitModel.updateOne(filter, { $set: { deletedAt: days(29.9) } });
    const ctx = workContext(testWorker, tenantId);
    expect(await freeDialCodes.apply(ctx, id)).toBe(false);
    await UnitModel.updateOne(filter, { $set: { deletedAt: days(30.1) } });
    expect(await freeDialCodes.findDue(new Date(), 10, [])).toEqual([{ id, tenantId }]);
    expect(await freeDialCodes.apply(ctx, id)).toBe(true);
    expect(await freeDialCodes.apply(ctx, id)).toBe(false);
    expect([await codeOf('4D'), await codeOf('4E')]).toEqual(['000', '003']);
  });
});

describe('units that other routes create have dial codes', () => {
  test('by an invite to a label', async () => {
    await invite({ propertyId, unitLabel: '9B', inviteeEmail: 'code@example.test' });
    expect(await storedCodes()).toEqual(['000']);
  });

  test('by an external id, which names a taken code', async () => {
    const put = (externalId: string, fields: object) =>
      admin.call<UnitAnswer>('PUT', `${unitsPath}/by-external-id/${externalId}`, {
        as: caller,
        body: { propertyId, ...fields },
      });
    expect((await put('one', { label: '3A' })).body.unit.dialCode).toBe('000');
    expect(await put('two', { label: '3B', dialCode: '000' })).toMatchObject(taken);
    expect((await put('one', { dialCode: '33' })).body.unit.dialCode).toBe('33');
  });

  test('by an import, whose revert frees them', async () => {
    const columns = ['unit', 'email'] as const;
    const rows = ['12', 'PH 1', '7C', '12'].map((unit, index) => [unit, `code-${index}@import.test`]);
    const planned = await planImport(tenantId, { columns, rows }, { propertyId });
    workers.push(startImportWorker({ ...testWorker, everyMs: 20 }));
    await commit(planned._id);
    await ended(planned._id);
    expect(await storedCodes()).toEqual(['000', '001', '12']);
    await act(planned._id, 'revert');
    await ended(planned._id, 'REVERTED');
    expect([await codeOf('12'), await codeOf('8C')]).toEqual(['12', '000']);
  });
});
