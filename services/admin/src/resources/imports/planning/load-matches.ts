import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { chooseByLabel, keysOfLabels } from '../../units/match-label.ts';
import type { ReadRow } from './read-row.ts';
import { findVirtualNumbers } from '@pas/shared/models/find-virtual-numbers';

/** The fields of a unit that rows need. */
export type KnownUnit = Pick<UnitRow, '_id' | 'propertyId' | 'label' | 'labelKey'>;

/** The fields of a person that rows need. */
export type KnownUser = Pick<
  UserRow,
  | '_id'
  | 'kind'
  | 'accountId'
  | 'email'
  | 'emailKey'
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'externalId'
  | 'residences'
>;

/** Existing units and users that a batch of rows names. */
export interface Matches {
  /** Returns the unit with exactly the label, else the one with its key. */
  unit(propertyId: string, unit: Pick<UnitRow, 'label' | 'labelKey'>): KnownUnit | null;
  byExternalId(externalId: string): KnownUser | null;
  byEmail(emailKey: string): KnownUser | null;
  byPhone(phone: string): readonly KnownUser[];
  /** Whether a phone is a virtual number of the environment, of any tenant. */
  isVirtualNumber(phone: string): boolean;
}

const unitFields = { propertyId: 1, label: 1, labelKey: 1 };
const userFields = {
  kind: 1,
  accountId: 1,
  email: 1,
  emailKey: 1,
  phone: 1,
  firstName: 1,
  lastName: 1,
  externalId: 1,
  residences: 1,
};

/** Returns the property and key of a unit, without the number that a migration gave it. */
const keyOfUnit = (propertyId: string, labelKey: string): string =>
  `${propertyId} ${labelKey.split('~', 1)[0]}`;

const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value != null)),
];

async function loadUnits(tenantId: string, rows: readonly ReadRow[]): Promise<KnownUnit[]> {
  const placed = rows.filter(({ property, unit }) => property && unit);
  const byProperty = Map.groupBy(placed, ({ property }) => property?._id ?? '');
  // The tenant is in each alternative, so that none is found by reading all units of the tenant.
  const named = [...byProperty].map(([propertyId, ofProperty]) => ({
    tenantId,
    isLive: true,
    propertyId,
    labelKey: keysOfLabels(distinct(ofProperty.map(({ unit }) => unit?.labelKey))),
  }));
  if (named.length === 0) return [];
  return UnitModel.find({ $or: named }, unitFields)
    .batchSize(placed.length + 1)
    .lean<KnownUnit[]>();
}

/**
 * Loads users by one condition, each with its own index. If every value matches one user, one answer contains
 * all of them.
 */
async function loadUsers(tenantId: string, condition: object, values: string[]): Promise<KnownUser[]> {
  if (values.length === 0) return [];
  return UserModel.find({ tenantId, isLive: true, ...condition }, userFields)
    .batchSize(values.length + 1)
    .lean<KnownUser[]>();
}

/** Loads the entities that a batch of rows names, with five reads for any number of rows. */
export async function loadMatches(
  { tenantId }: OperationContext,
  rows: readonly ReadRow[],
): Promise<Matches> {
  const externalIds = distinct(rows.map(({ person }) => person.externalId));
  const emails = distinct(rows.map(({ emailKey }) => emailKey));
  const phones = distinct(rows.map(({ person }) => person.phone));
  const isResident = { kind: 'RESIDENT' };
  const [units, byExternalId, byEmail, byPhone, virtualNumbers] = await Promise.all([
    loadUnits(tenantId, rows),
    loadUsers(tenantId, { externalId: { $in: externalIds } }, externalIds),
    loadUsers(tenantId, { ...isResident, emailKey: { $in: emails } }, emails),
    loadUsers(tenantId, { ...isResident, phone: { $in: phones } }, phones),
    findVirtualNumbers(phones),
  ]);
  const unitsByKey = Map.groupBy(units, ({ propertyId, labelKey }) => keyOfUnit(propertyId, labelKey));
  const usersByExternalId = new Map(byExternalId.map((user) => [user.externalId, user]));
  const usersByEmail = new Map(byEmail.map((user) => [user.emailKey, user]));
  const usersByPhone = Map.groupBy(byPhone, ({ phone }) => phone);
  return {
    unit: (propertyId, unit) =>
      chooseByLabel(unitsByKey.get(keyOfUnit(propertyId, unit.labelKey)) ?? [], unit),
    byExternalId: (externalId) => usersByExternalId.get(externalId) ?? null,
    byEmail: (emailKey) => usersByEmail.get(emailKey) ?? null,
    byPhone: (phone) => usersByPhone.get(phone) ?? [],
    isVirtualNumber: (phone) => virtualNumbers.has(phone),
  };
}
