import { recount } from '@pas/platform/lists/row-totals';
import { AccessEventModel } from '@pas/shared/models/access-event';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { AccountModel } from '@pas/shared/models/account';
import { CallModel } from '@pas/shared/models/call';
import { DeviceModel } from '@pas/shared/models/device';
import { ImportModel } from '@pas/shared/models/import';
import { InviteModel } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import type { Model } from 'mongoose';
import { dropHeldBackEvents } from './held-back-events.ts';

const owned = [
  UserModel,
  UnitModel,
  InviteModel,
  AccessPointModel,
  VirtualNumberModel,
  DeviceModel,
  CallModel,
  AccessEventModel,
  ImportModel,
  // Must be last: a tenant without properties counts as one without a demo.
  PropertyModel,
] as unknown as Model<never>[];

/** Removes a tenant's rows of an aborted start, and the accounts of its residents. */
export async function removeRows(tenantId: string): Promise<void> {
  await dropHeldBackEvents(tenantId);
  await ApiKeyModel.deleteMany({ tenantId, 'createdBy.type': 'STAFF' });
  const accountIds = await UserModel.distinct('accountId', { tenantId });
  await AccountModel.deleteMany({ _id: { $in: accountIds } } as object);
  for (const model of owned) {
    await model.deleteMany({ tenantId } as object);
    await recount({ model, tenantId });
  }
}
