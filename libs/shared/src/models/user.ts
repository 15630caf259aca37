import { core } from '@pas/platform/mongo/connections';
import {
  defineModel,
  deletableFields,
  uniqueAmongLive,
  whereText,
  type DeletableRow,
} from '@pas/platform/mongo/define-model';

export interface Residence {
  /** `res_…` */
  id: string;
  unitId: string;
  propertyId: string;
  role: 'PRIMARY' | 'OCCUPANT';
  startsAt: Date;
  /** Exclusive; null while nobody has said when it ends. */
  endsAt: Date | null;
  inviteId: string | null;
  /** When time next changes something that the sweeper has to store; absent where nothing is to come. */
  dueAt?: Date | null;
}

/** A person as one tenant knows them. What proves who they are belongs to the account. */
export interface UserRow extends DeletableRow {
  kind: 'RESIDENT' | 'STAFF';
  accountId: string | null;
  email: string | null;
  emailKey: string | null;
  /** E.164. */
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  status: 'INVITED' | 'ACTIVE' | 'DISABLED';
  /** BCP 47. */
  locale: string | null;
  residences: Residence[];
  searchWords: string[];
}

const text = { type: String, default: null };

export const UserModel = defineModel<UserRow>('User', {
  connection: core,
  collection: 'users',
  writers: ['admin', 'resident'],
  isTenantOwned: true,
  isCounted: true,
  fields: {
    ...deletableFields,
    kind: { type: String, required: true },
    accountId: text,
    email: text,
    emailKey: text,
    phone: text,
    firstName: text,
    lastName: text,
    status: { type: String, required: true },
    locale: text,
    residences: [
      {
        _id: false,
        id: { type: String, required: true },
        unitId: { type: String, required: true },
        propertyId: { type: String, required: true },
        role: { type: String, required: true },
        startsAt: { type: Date, required: true },
        endsAt: { type: Date, default: null },
        inviteId: text,
        dueAt: { type: Date, default: null },
      },
    ],
    searchWords: { type: [String], default: [] },
  },
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
