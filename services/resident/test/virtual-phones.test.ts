import { newId } from '@pas/shared/ids/id';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { virtualNumberRow } from '@pas/testing/virtual-number-row';
import { expect, test } from 'vitest';
import { addHome, addInvite, addResident, newEmail, signUpBody, startResident } from './resident-harness.ts';

const service = await startResident();

const number = '+12025550177';
await VirtualNumberModel.insertMany([virtualNumberRow(newId('tenant'), { number })]);

const refusal = {
  status: 422,
  body: {
    code: 'phone_is_virtual_number',
    errors: [{ path: 'phone', code: 'phone_is_virtual_number' }],
  },
};

test('422 for the new phone of a resident', async () => {
  const { as } = await addResident(service);
  const body = { phone: '(202) 555-0177' };
  expect(await service.call('POST', '/api/v1/me/phone', { as, body })).toMatchObject(refusal);
});

test('422 for the phone of a sign-up, and the invite stays pending', async () => {
  const email = newEmail();
  const invite = await addInvite(await addHome(), { inviteeEmail: email });
  const signUp = (phone: string) =>
    service.call('POST', '/api/v1/auth/signup', { body: signUpBody(invite, { phone }) });
  expect(await signUp(number)).toMatchObject(refusal);
  expect((await signUp('+12025550178')).status).toBe(201);
});

test('422 for the phone of an occupant', async () => {
  const { as, home } = await addResident(service);
  const path = `/api/v1/units/${home.unitId}/occupants`;
  expect(await service.call('POST', path, { as, body: { phone: number } })).toMatchObject(refusal);
});
