import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';

const residence = {
  /** `res_…` */
  id: field.text,
  unitId: field.text,
  propertyId: field.text,
  role: field.oneOf('PRIMARY', 'OCCUPANT'),
  startsAt: field.date,
  /** Exclusive; null while nobody has said when it ends. */
  endsAt: field.dateOrNull,
  inviteId: field.textOrNull,
  /** When time next changes something that the sweeper has to store; absent where nothing is to come. */
  dueAt: field.dateOrNull,
};

export type Residence = RowOf<typeof residence>;

const fields = {
  ...deletableFields,
  kind: field.oneOf('RESIDENT', 'STAFF'),
  accountId: field.textOrNull,
  email: field.textOrNull,
  emailKey: field.textOrNull,
  /** E.164. */
  phone: field.textOrNull,
  firstName: field.textOrNull,
  lastName: field.textOrNull,
  status: field.oneOf('INVITED', 'ACTIVE', 'DISABLED'),
  /** BCP 47. */
  locale: field.textOrNull,
  residences: field.listOf(residence),
  searchWords: field.textList,
};

/** A person as one tenant knows them. What proves who they are belongs to the account. */
export type UserRow = RowOf<typeof fields>;

export const UserModel = defineModel('User', {
  connection: core,
  collection: 'users',
  writers: ['admin', 'resident'],
  isTenantOwned: true,
  isCounted: true,
  fields,
  crossTenantReads: {
    'due-residences': 'residences.dueAt_1',
    'users-of-account': 'accountId_1_tenantId_1',
    'users-by-email': 'emailKey_1_tenantId_1',
  },
  indexes: [
    uniqueAmongLive({ tenantId: 1, kind: 1, emailKey: 1 }, 'emailKey'),
    { fields: { accountId: 1, tenantId: 1 }, options: whereText('accountId') },
    { fields: { emailKey: 1, tenantId: 1 }, options: whereText('emailKey') },
    {
      fields: { 'residences.dueAt': 1 },
      options: { partialFilterExpression: { 'residences.dueAt': { $type: 'date' } } },
    },
    { fields: { tenantId: 1, isLive: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, kind: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'residences.unitId': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'residences.propertyId': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, email: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, lastName: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});

/** Whether a residence holds at a moment: from `startsAt` until just before `endsAt`. */
export function isCurrent(residence: Pick<Residence, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return residence.startsAt <= now && (residence.endsAt === null || residence.endsAt > now);
}

/** The query of a residence in a unit that holds at a moment; the counterpart of `isCurrent`. */
export function currentResidenceOf(unitId: string, now: Date) {
  return {
    $elemMatch: { unitId, startsAt: { $lte: now }, $or: [{ endsAt: null }, { endsAt: { $gt: now } }] },
  };
}
