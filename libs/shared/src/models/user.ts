import { nameOrder } from '@pas/platform/text/fold-text';
import { searchWords } from '@pas/platform/text/search-words';
import { core } from '@pas/platform/mongo/connections';
import { defineModel, deletableFields, uniqueAmongLive, whereText } from '@pas/platform/mongo/define-model';
import { field, nullsOf, type RowOf } from '@pas/platform/mongo/fields';
import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import { emailWords } from '../contacts/email.ts';
import { phoneWords } from '../contacts/phone-search.ts';
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
  /** Time of the cancellation of a residence that had not begun. */
  canceledAt: field.dateOrNull,
  inviteId: field.textOrNull,
  /** Time of the next change that the sweeper stores; absent if none is due. */
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
  /** The phone that the person has proved by a code, E.164. The proof is valid while it equals `phone`. */
  verifiedPhone: field.textOrNull,
  /**
   * The phone that a resident has entered, at sign-up or for the household, E.164. No call rings it until it is
   * proved. Null for a phone that staff have entered.
   */
  claimedPhone: field.textOrNull,
  firstName: field.textOrNull,
  lastName: field.textOrNull,
  /** Key of the person in another system. */
  externalId: field.textOrNull,
  /** The import that made the person; null for others. */
  importedBy: field.textOrNull,
  /** The only properties that STAFF reach; null for all of the tenant's, and for residents. */
  propertyIds: field.textListOrNull,
  /** The stored status; `userStatusAt` computes the current one. */
  status: field.oneOf('INVITED', 'ACTIVE', 'FORMER', 'DISABLED'),
  /** True for FORMER users and null for all others, so that the others are one range of an index. */
  isFormer: field.flagOrNull,
  /** End of the last residence, at which an INVITED or ACTIVE user becomes FORMER; null if no end is known. */
  formerDueAt: field.dateOrNull,
  /**
   * The last sign-in. Each sign-in writes the user, so that a concurrent move-out conflicts with it, and one of them
   * retries.
   */
  signedInAt: field.dateOrNull,
  /** The last new device or pass. Each writes the user, so that a concurrent move-out conflicts with it. */
  deviceChangedAt: field.dateOrNull,
  /** BCP 47. */
  locale: field.textOrNull,
  residences: field.listOf(residence),
  /** Settings of the calls to a resident; null for the defaults. */
  callSettings: field.groupOrNull(callSettingsFields),
  /** Display of a resident's name on panels; null: HIDDEN. */
  directory: field.oneOfOrNull('HIDDEN', 'INITIALS', 'NAME'),
};

/** Options of an index over rows with a date in a field. A query must contain `$type` too, to use the index. */
const whereDate = (name: string) => ({ partialFilterExpression: { [name]: { $type: 'date' } } });

/** A person in one tenant. The account holds the person's credentials. */
export type UserRow = RowOf<typeof fields>;

/** The fields that are null in a new user, unless it sets them. */
export const emptyUser = nullsOf(fields);

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
  derived: {
    fields: { searchWords: field.textList, lastNameOrder: field.textOrNull },
    from: ['email', 'phone', 'firstName', 'lastName'],
    compute: ({ email, phone, firstName, lastName }) => ({
      searchWords: searchWords(firstName, lastName, ...emailWords(email), ...phoneWords(phone)),
      lastNameOrder: nameOrder(lastName),
    }),
    orders: { lastName: 'lastNameOrder', email: 'emailKey' },
  },
  crossTenantReads: {
    'due-residences': 'residences.dueAt_1',
    'users-of-account': 'accountId_1_tenantId_1',
    'users-by-email': 'emailKey_1_tenantId_1_createdAt_-1__id_-1',
    'users-by-phone': 'phone_1_tenantId_1_createdAt_-1__id_-1',
  },
  unique: { emailKey: 'email', externalId: 'externalId' },
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
    { fields: { tenantId: 1, formerDueAt: 1 }, options: whereDate('formerDueAt') },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, updatedAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, kind: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, status: 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'residences.unitId': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, 'residences.propertyId': 1, createdAt: -1, _id: -1 } },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, emailKey: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, isFormer: 1, lastNameOrder: 1, _id: 1 } },
    { fields: { tenantId: 1, isLive: 1, searchWords: 1 } },
  ],
});

/**
 * Whether a resident has not signed up yet. An invite to such a resident stays open, and accepting it makes this user
 * ACTIVE.
 */
export const awaitsSignUp = ({ status, accountId }: Pick<UserRow, 'status' | 'accountId'>): boolean =>
  status === 'INVITED' && accountId === null;

/** Returns the query of users who do not await their sign-up. It corresponds to `awaitsSignUp`. */
export const signedUpUsers = () => ({
  $or: [{ status: { $ne: 'INVITED' as const } }, { accountId: { $ne: null } }],
});

/** Whether a residence is current at a moment: from `startsAt`, until just before `endsAt`. Follows the test clock. */
export function isCurrent(residence: Pick<Residence, 'startsAt' | 'endsAt'>, at: TenantMoment): boolean {
  const now = tenantNow(at);
  return residence.startsAt <= now && (residence.endsAt === null || residence.endsAt > now);
}

/** Returns the query of a current residence in a unit or property at a moment. It corresponds to `isCurrent`. */
export function currentResidenceIn(
  where: { unitId: string } | { propertyId: string | { $in: string[] } },
  at: TenantMoment,
) {
  const now = tenantNow(at);
  return {
    $elemMatch: { ...where, startsAt: { $lte: now }, $or: [{ endsAt: null }, { endsAt: { $gt: now } }] },
  };
}

/** Returns the query of a current residence in a unit at a moment. */
export const currentResidenceOf = (unitId: string, at: TenantMoment) => currentResidenceIn({ unitId }, at);
