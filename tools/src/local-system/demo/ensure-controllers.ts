import { existsSync, readFileSync } from 'node:fs';
import { createControllerKey } from '@pas/admin/src/resources/access-points/create-controller-key.ts';
import { parseControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { writePrivateJson } from '../write-private-file.ts';
import { demoContext } from './demo-context.ts';
import type { DemoSettings } from './seed-demo.ts';

/** A controller for the sandbox: its key and its doors. */
interface DemoController {
  key: string;
  doors: { ref: string; accessPointId: string }[];
}

type Settings = Pick<DemoSettings, 'tenants' | 'tenantIds' | 'apiKeyPepper' | 'environment'>;

const readKept = (file: string): DemoController[] =>
  existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { controllers: DemoController[] }).controllers
    : [];

/** Finds the controller of an earlier run whose key still works. */
async function findKept(
  kept: readonly DemoController[],
  { tenantId, _id: propertyId }: PropertyRow,
): Promise<DemoController | null> {
  const keys = await ControllerKeyModel.find({ tenantId, propertyId, isLive: true }).lean<
    ControllerKeyRow[]
  >();
  const live = new Set(keys.map(({ publicId }) => publicId));
  return kept.find(({ key }) => live.has(parseControllerKey(key)?.publicId ?? '')) ?? null;
}

/** Returns a controller for all doors of a property that are not offline: the existing one or a new one. */
async function ensureController(
  property: PropertyRow,
  kept: readonly DemoController[],
  newKey: (accessPointId: string) => Promise<string>,
): Promise<DemoController[]> {
  const { tenantId, _id: propertyId } = property;
  const known = await findKept(kept, property);
  const served = known?.doors.map(({ accessPointId }) => accessPointId) ?? [];
  const found = await AccessPointModel.find({
    tenantId,
    propertyId,
    isLive: true,
    $or: [{ online: { $ne: false } }, { _id: { $in: served } }],
  })
    .sort({ createdAt: 1, _id: 1 })
    .lean<AccessPointRow[]>();
  const doors = found.map(({ _id, controller: { ref } }) => ({ ref, accessPointId: _id }));
  const [first] = doors;
  if (!first) return [];
  if (known) return [{ ...known, doors }];
  const hasKey = await ControllerKeyModel.exists({ tenantId, propertyId, isLive: true });
  // A key without a sandbox controller belongs to a controller that a person set up.
  return hasKey ? [] : [{ key: await newKey(first.accessPointId), doors }];
}

/**
 * Sets up controllers for the doors of the demo, and writes their keys for the sandbox. Sets their last report to now,
 * so that doors of a stopped system do not start offline.
 */
export async function ensureControllers(
  { tenants, tenantIds, apiKeyPepper, environment, file }: Settings & { file: string },
  now: Date,
): Promise<void> {
  const kept = readKept(file);
  const controllers: DemoController[] = [];
  for (const [index, { owner }] of tenants.entries()) {
    const tenantId = tenantIds[index] ?? '';
    const ctx = demoContext(tenantId, owner, { environment, now });
    const newKey = async (accessPointId: string) =>
      (await createControllerKey(ctx, apiKeyPepper, { accessPointId, graceSeconds: 0 })).secret;
    const properties = await PropertyModel.find({ tenantId, isLive: true }).lean<PropertyRow[]>();
    for (const property of properties) controllers.push(...(await ensureController(property, kept, newKey)));
    const served = controllers.flatMap(({ doors }) => doors.map(({ accessPointId }) => accessPointId));
    const reporting = { _id: { $in: served }, tenantId, online: { $ne: false } };
    await AccessPointModel.updateMany(reporting, { $set: { online: true, lastSeenAt: now } });
  }
  writePrivateJson(file, { controllers });
}
