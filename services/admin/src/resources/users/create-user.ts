import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { checkAll } from '@pas/platform/errors/check-all';
import { notFound } from '@pas/platform/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import { newUser } from '@pas/shared/models/new-user';
import type { ClientSession } from 'mongoose';
import type { UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { startResidence } from '@pas/shared/residences/start-residence';
import { requireAllProperties } from '@pas/shared/principal/require-all-properties';
import { auditedResidence } from '@pas/shared/residences/audited-residence';
import { findUnit } from '../units/load-unit.ts';
import { freeRole } from './free-role.ts';
import { requirePhoneAnywhere, requireTextPhoneAnywhere } from '../read-phone.ts';
import { withPlaceholderContact, nobody, readContacts } from './read-contacts.ts';
import { readPeriod, requirePeriod } from './residence-period.ts';
import { readPropertyIds, requireProperties } from './require-properties.ts';
import type { AddResidence } from './residence.schema.ts';
import { auditedUser, type CreateUser } from './user.schema.ts';

interface SentUser {
  sent: Partial<CreateUser>;
  /** Fields with other problems. */
  faulty: ReadonlySet<string>;
}

/** @throws invalid for a premium number or one that is invalid in every country, else not_found */
function refusePlace({ kind, phone }: SentUser['sent']): never {
  if (phone) (kind === 'STAFF' ? requirePhoneAnywhere : requireTextPhoneAnywhere)('phone', phone);
  throw notFound();
}

/**
 * Checks the user of a request. National phone numbers follow the country of the residence's property. If the
 * property is unknown, only numbers that are invalid in every country are refused.
 *
 * @throws invalid with all problems, not_found for an unknown unit
 */
async function validateUser(
  ctx: OperationContext,
  { sent, faulty }: SentUser,
  session: ClientSession | null,
) {
  const { kind, residence, propertyIds: sentIds } = sent;
  const unit = residence ? await findUnit(ctx, residence.unitId, session) : null;
  const known = withPlaceholderContact(faulty, {
    ...nobody,
    ...(kind && { kind }),
    residences: unit ? [unit] : [],
  });
  const isPlaceUnknown = faulty.has('residence') || (residence !== undefined && unit === null);
  const [contacts, propertyIds] = await checkAll(
    async () => (isPlaceUnknown ? refusePlace(sent) : readContacts(ctx, { known, sent }, session)),
    () => kind && readPropertyIds(kind, sentIds),
    () => kind && residence && requirePeriod(kind, readPeriod(ctx, residence), 'residence.'),
  );
  return { contacts, propertyIds, unit };
}

/** Checks a person when other fields have problems. */
export async function checkNewUser(ctx: OperationContext, input: SentUser): Promise<void> {
  await validateUser(ctx, input, null);
}

/**
 * Builds the row of the user of a request, without storing it.
 *
 * @throws as `validateUser`; not_found also for an unknown property
 */
async function readUser(
  ctx: OperationContext,
  { session }: Change,
  input: CreateUser,
): Promise<{ row: UserRow; unit: UnitRow | null }> {
  const { kind, email: _email, phone: _phone, residence: _residence, status, ...rest } = input;
  const { contacts, propertyIds, unit } = await validateUser(
    ctx,
    { sent: input, faulty: new Set() },
    session,
  );
  await requireProperties(ctx, propertyIds, session);
  const given = { ...sentFields(rest), ...contacts };
  return {
    row: newUser(ctx, { ...given, kind, propertyIds: propertyIds ?? null, ...(status && { status }) }),
    unit,
  };
}

interface NewResident {
  row: UserRow;
  unit: UnitRow;
  residence: AddResidence;
}

/** Stores a person together with a residence. */
async function insertResident(ctx: OperationContext, change: Change, { row, unit, residence }: NewResident) {
  const period = { unitId: unit._id, ...readPeriod(ctx, residence) };
  const role = residence.role ?? (await freeRole(ctx, period, change.session));
  const started = await startResidence(ctx, change, {
    user: row,
    ...period,
    role,
    inviteId: null,
    userRow: 'new',
  });
  const { id } = started.user.residences[0] ?? { id: '' };
  const changes = fieldChanges(null, started.residence, auditedResidence);
  return {
    user: started.user,
    targets: [
      { type: 'residence', id },
      { type: 'unit', id: unit._id },
      ...started.superseded.map((invite) => ({ type: 'invite', id: invite._id })),
    ],
    changes: changes.map((entry) => ({ ...entry, path: `residences.${id}.${entry.path}` })),
    propertyIds: [unit.propertyId],
  };
}

/** Stores a person without a residence. */
async function insertUser({ session }: Change, row: UserRow) {
  await UserModel.insertMany([row], { session });
  return { user: row, targets: [], changes: [] };
}

/** Adds a person to the tenant within a change, and records it, as `createUser` does. */
export async function makeUser(ctx: OperationContext, change: Change, input: CreateUser): Promise<UserRow> {
  const { residence, propertyIds } = input;
  if (!residence || propertyIds !== undefined) requireAllProperties(ctx);
  const { row, unit } = await readUser(ctx, change, input);
  const inserted =
    residence && unit
      ? await insertResident(ctx, change, { row, unit, residence })
      : await insertUser(change, row);
  const { user, targets, changes, ...places } = inserted;
  change.record({
    action: 'user.created',
    targets: [{ type: 'user', id: row._id }, ...targets],
    changes: [...fieldChanges(null, user, auditedUser), ...changes],
    ...places,
  });
  return user;
}

/**
 * Adds a person to the tenant, with an optional residence in the same change.
 *
 * @throws forbidden for restricted keys, which cannot see people without a residence in their properties
 * @throws invalid for contacts and periods, not_found for an unknown unit or property
 * @throws conflict when another user has the e-mail or the externalId
 */
export async function createUser(ctx: OperationContext, input: CreateUser): Promise<UserRow> {
  return commit(ctx, async (change) => makeUser(ctx, change, input));
}
