import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive, whereText } from '@pas/platform/mongo/define-model';
import { field, type RowOf } from '@pas/platform/mongo/fields';
import { callSettingsFields } from './call-settings.ts';

const residence = {
  /** `res_…` */
  id: field.text,
  unitId: field.text,
  propertyId: field.text,
  role: field.oneOf('PRIMARY', 'OCCUPANT'),
  startsAt: field.date,
  /** Exclusive; null if no end is set. */
  endsAt: field.dateOrNull,
  /** When the residence was cancelled before it began. */
  canceledAt: field.dateOrNull,
  inviteId: field.textOrNull,
  /** The next moment at which the sweeper has to store a change; absent if there is none. */
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
  /** The phone that the person has proved by a code, E.164. It counts while it equals `phone`. */
  verifiedPhone: field.textOrNull,
  /**
   * The phone that a resident has typed in, at sign-up or for somebody of the household, E.164. No call rings it until it is
   * proved. Null for a phone that staff have given.
   */
  claimedPhone: field.textOrNull,
  firstName: field.textOrNull,
  lastName: field.textOrNull,
  /** The key under which another system knows the person. */
  externalId: field.textOrNull,
  /**
   * The import that has made the person; null for people who came otherwise. Absent, which reads as null, where an import
   * made them before this field: without an externalId they are never proposed to move out.
   */
  importedBy: field.textOrNull,
  /** The only properties that STAFF reach; null for all of the tenant's, and for residents. */
  propertyIds: field.textListOrNull,
  /** The stored status; `userStatusAt` computes the current one. */
  status: field.oneOf('INVITED', 'ACTIVE', 'FORMER', 'DISABLED'),
  /** True for FORMER users and null for all others, so that the others are one range of an index. */
  isFormer: field.flagOrNull,
  /** When the last residence ends, and an INVITED or ACTIVE user is FORMER; null where no such time is known. */
  formerDueAt: field.dateOrNull,
  /**
   * The last sign-in. Each sign-in writes the user, so that a concurrent sign-in and move-out conflict, and one starts
   * again.
   */
  signedInAt: field.dateOrNull,
  /** The last registration of a device. Each writes the user, so that a concurrent move-out conflicts with it. */
  deviceChangedAt: field.dateOrNull,
  /** BCP 47. */
  locale: field.textOrNull,
  residences: field.listOf(residence),
  /** How calls ring a resident; null for the usual way. */
  callSettings: field.groupOrNull(callSettingsFields),
  /** How panels show a resident's name; null: HIDDEN. */
  directory: field.oneOfOrNull('HIDDEN', 'INITIALS', 'NAME'),
  searchWords: field.textList,
};

/** Leaves rows out of an index that have no date in a field. A query has to name `$type` too, to stand on it. */
const whereDate = (name: string) => ({ partialFilterExpression: { [name]: { $type: 'date' } } });

/** A person as one tenant knows them. What proves who they are belongs to the account. */
export type UserRow = RowOf<typeof fields>;

const withEmail = whereText('emailKey');

export const UserModel = defineModel('User', {
  connection: core,
  collection: 'users',
  readers: [],
  writers: {
    admin: ['insert', 'update'],
    'admin-workers': ['insert', 'update'],
    resident: ['insert', 'update'],
    'core-mobile': ['insert', 'update'],
    webhooks: ['update'],
  },
  watchers: ['gateway'],
  isTenantOwned: true,
  isCounted: true,
  leftOutBy: 'isFormer',
  fields,
  crossTenantReads: {
    'due-residences': 'residences.dueAt_1',
    'due-former-users': 'formerDueAt_1',
    'users-of-account': 'accountId_1_tenantId_1',
    'users-by-email': 'emailKey_1_tenantId_1_createdAt_-1__id_-1',
    'users-by-phone': 'phone_1_tenantId_1_createdAt_-1__id_-1',
  },
  indexes: [
    uniqueAmongLive({ tenantId: 1, kind: 1, emailKey: 1 }, 'emailKey'),
    {
      fields: { tenantId: 1, externalId: 1 },
      options: { unique: true, partialFilterExpression: { isLive: true, externalId: { $gt: '' } } },
    },
    { fields: { accountId: 1, tenantId: 1 }, options: whereText('accountId') },
    { fields: { emailKey: 1, tenantId: 1, createdAt: -1, _id: -1 }, options: withEmail },
    { fields: { phone: 1, tenantId: 1, createdAt: -1, _id: -1 }, options: whereText('phone') },
    { fields: { 'residences.dueAt': 1 }, options: whereDate('residences.dueAt') },
    { fields: { formerDueAt: 1 }, options: whereDate('formerDueAt') },
    { fields: { tenantId: 1, formerDueAt: 1 }, options: whereDate('formerDueAt') },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, kind: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'residences.unitId': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'residences.propertyId': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, email: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, lastName: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});

/** Whether a residence holds at a moment: from `startsAt` until just before `endsAt`. */
export function isCurrent(residence: Pick<Residence, 'startsAt' | 'endsAt'>, now: Date): boolean {
  return residence.startsAt <= now && (residence.endsAt === null || residence.endsAt > now);
}

/** The query of a residence in a unit, or in a property, that holds at a moment; the counterpart of `isCurrent`. */
export function currentResidenceIn(where: { unitId: string } | { propertyId: string }, now: Date) {
  return {
    $elemMatch: { ...where, startsAt: { $lte: now }, $or: [{ endsAt: null }, { endsAt: { $gt: now } }] },
  };
}

/** The query of a residence in a unit that holds at a moment. */
export const currentResidenceOf = (unitId: string, now: Date) => currentResidenceIn({ unitId }, now);
