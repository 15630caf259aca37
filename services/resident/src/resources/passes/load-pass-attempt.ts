import { notFound } from '@pas/platform/errors/raise';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { waitForAttempt } from '@pas/shared/access/wait-for-attempt';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import type { UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import type { Brand } from '@pas/shared/pages/brand';
import { loadBrand } from '@pas/shared/tenants/load-brand';
import { findPass } from './find-pass.ts';

/** An attempt with the names on its page. */
export interface OpenedDoor {
  attempt: UnlockAttemptRow;
  door: Pick<AccessPointRow, 'name'>;
  property: Pick<PropertyRow, 'timeZone' | 'locale'>;
  brand: Brand;
}

interface PassAttempt {
  token: string;
  id: string;
  doors: Pick<DoorCommands, 'ended' | 'running'>;
  /** Aborts the wait. */
  signal: AbortSignal;
}

/**
 * Waits for the end of an attempt, or returns its state when the wait ends. The pass may have ended meanwhile.
 *
 * @throws not_found for an unknown token or an attempt of another pass
 */
export async function loadPassAttempt({ token, id, doors, signal }: PassAttempt): Promise<UnlockAttemptRow> {
  const { _id: passId, tenantId } = await findPass(token);
  return waitForAttempt({ filter: { _id: id, tenantId, passId }, doors, signal });
}

/** Reads the names that the page of an attempt shows. */
export async function describeAttempt(attempt: UnlockAttemptRow): Promise<OpenedDoor> {
  const { tenantId, accessPointId, propertyId } = attempt;
  const [door, property, brand] = await Promise.all([
    AccessPointModel.findOne({ _id: accessPointId, tenantId }).lean<AccessPointRow>(),
    PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
    loadBrand(tenantId),
  ]);
  if (!door || !property) throw notFound();
  return { attempt, door, property, brand };
}
