import { checkAll } from '@pas/platform/errors/check-all';
import { requireVersion } from '@pas/platform/http/if-match';
import { notFound, preconditionFailed } from '@pas/platform/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import type { ClientSession } from 'mongoose';
import { requireProperty } from '../properties/load-property.ts';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { putOnce } from '../put-once.ts';
import { makeUnit, recordUnit, type EnsuredUnit } from './ensure-unit.ts';
import { refuseTwin } from './refuse-twin.ts';
import { patchUnit } from './update-unit.ts';
import type { EnsureUnit, PutUnit } from './unit.schema.ts';

interface PutRequest {
  externalId: string;
  ifMatch: readonly number[] | null;
  input: PutUnit;
}

/** Finds the live unit of an external id, also beyond the caller's reach. */
async function findByExternalId(
  { tenantId }: OperationContext,
  externalId: string,
  session: ClientSession | null,
): Promise<UnitRow | null> {
  return UnitModel.findOne({ tenantId, externalId, isLive: true }).session(session).lean<UnitRow>();
}

/** @throws invalid without the fields that a new unit needs */
async function requireFieldsOfNew({ externalId, input }: PutRequest): Promise<EnsureUnit> {
  const missing = (path: string): never => {
    const message = `${path}: Required, since no unit has this external id yet.`;
    throw invalidField(path, 'required', message);
  };
  const [propertyId, label] = await checkAll(
    () => input.propertyId ?? missing('propertyId'),
    () => input.label ?? missing('label'),
  );
  return { ...input, propertyId, label, externalId };
}

/** @throws not_found beyond the caller's reach, precondition_failed, invalid for another property */
function checkExisting(ctx: OperationContext, row: UnitRow, { ifMatch, input }: PutRequest): void {
  if (!mayAccessProperty(ctx, row.propertyId)) throw notFound();
  if (input.propertyId !== undefined && input.propertyId !== row.propertyId) {
    const message = 'propertyId: The unit is in another property, and a unit stays in its property.';
    throw invalidField('propertyId', 'immutable', message);
  }
  requireVersion(row, ifMatch);
}

async function createMissing(ctx: OperationContext, change: Change, request: PutRequest): Promise<UnitRow> {
  const input = await requireFieldsOfNew(request);
  if (request.ifMatch !== null) throw preconditionFailed();
  await requireProperty(ctx, input.propertyId);
  await refuseTwin(ctx, change, input);
  const made = await makeUnit(ctx, change, input);
  recordUnit(change, made);
  return made;
}

/**
 * Creates the unit of an external id, or changes the sent fields. A call without changes leaves version and
 * audit unchanged.
 *
 * @throws not_found for an unknown property and for a unit beyond the caller's reach
 * @throws invalid without the fields of a new unit or for another property, precondition_failed
 * @throws conflict when the label belongs to another unit, or a new unit's property is archived
 * (`property_archived`)
 */
export async function putUnit(ctx: OperationContext, request: PutRequest): Promise<EnsuredUnit> {
  const { externalId } = request;
  const put = async (reportFound: (isFound: boolean) => void): Promise<EnsuredUnit> =>
    commit(ctx, async (change) => {
      const row = await findByExternalId(ctx, externalId, change.session);
      reportFound(row !== null);
      if (!row) return { unit: await createMissing(ctx, change, request), isNew: true };
      checkExisting(ctx, row, request);
      const { propertyId: _same, ...patch } = request.input;
      return { unit: await patchUnit(ctx, change, { row, patch }), isNew: false };
    });
  const exists = async (): Promise<boolean> => (await findByExternalId(ctx, externalId, null)) !== null;
  return putOnce({ put, exists });
}
