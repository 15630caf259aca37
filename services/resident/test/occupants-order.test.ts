import { newId } from '@pas/shared/ids/id';
import { expect, test } from 'vitest';
import { addResident, addUser, newEmail, startResident } from './resident-harness.ts';

const service = await startResident();

test('occupants are listed in the requested order, and equal ones in the order of their ids', async () => {
  const { home, as } = await addResident(service);
  const { tenantId, unitId, propertyId } = home;
  const addOccupant = async (startsAt: Date): Promise<string> => {
    const period = { startsAt, endsAt: null, canceledAt: null, inviteId: null, dueAt: null };
    const residence = { id: newId('residence'), unitId, propertyId, role: 'OCCUPANT' as const, ...period };
    return (await addUser(tenantId, { emailKey: newEmail(), residences: [residence] }))._id;
  };
  const [late, same] = [new Date(Date.now() - 1000), new Date(Date.now() - 9000)];
  const last = await addOccupant(late);
  const ids = [...(await Promise.all([same, same, same].map(addOccupant))).toSorted(), last];
  const list = async (sort: string) => {
    const path = `/api/v1/units/${unitId}/occupants?sort=${sort}`;
    const { body } = await service.call<{ occupants: { userId: string }[] }>('GET', path, { as });
    return body.occupants.map(({ userId }) => userId);
  };
  expect(await list('createdAt')).toEqual(ids);
  expect(await list('-createdAt')).toEqual(ids.toReversed());
});
