import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { changeMeanwhile } from '@pas/testing/change-meanwhile';
import { expect, test } from 'vitest';
import { addResident, startResident } from './resident-harness.ts';

const service = await startResident();

test('an archived property gets no occupant’s invite from a transaction that begins after the archiving', async () => {
  const { home, as } = await addResident(service);
  const { tenantId, propertyId, unitId } = home;
  const body = { email: 'late@maple.test' };
  const refused = await changeMeanwhile(
    async (session) => {
      const archived = { $set: { status: 'ARCHIVED' as const } };
      await PropertyModel.updateOne({ _id: propertyId, tenantId }, archived, { session });
      await UnitModel.updateOne({ _id: unitId, tenantId }, { $inc: { childrenEpoch: 1 } }, { session });
    },
    async () => service.call<{ code?: string }>('POST', `/api/v1/units/${unitId}/occupants`, { as, body }),
  );
  expect([refused.status, refused.body.code]).toEqual([409, 'property_archived']);
});
