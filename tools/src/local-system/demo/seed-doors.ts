import { createAccessPoint } from '@pas/admin/src/resources/access-points/create-access-point.ts';
import { assignVirtualNumber } from '@pas/admin/src/resources/virtual-numbers/assign-virtual-number.ts';
import { createVirtualNumber } from '@pas/admin/src/resources/virtual-numbers/create-virtual-number.ts';
import { releaseVirtualNumber } from '@pas/admin/src/resources/virtual-numbers/release-virtual-number.ts';
import { updateVirtualNumber } from '@pas/admin/src/resources/virtual-numbers/update-virtual-number.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { PropertyRow } from '@pas/shared/models/property';
import { CallModel } from '@pas/shared/models/call';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { VirtualNumberModel, type VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { daysBefore } from './demo-context.ts';
import { atWork, earlier, inBatches, type Scene } from './demo-scene.ts';
import { demoCall } from './demo-calls.ts';
import { createDice, type Dice } from './dice.ts';
import { reservedNumber } from './people.ts';

type Door = Pick<AccessPointRow, 'name' | 'kind' | 'openSeconds'> & {
  adapter?: AccessPointRow['controller']['adapter'];
  unit?: UnitRow;
};

/** Doors of every building. Garages get commands over HTTP, all others on the bus. */
const common: readonly Door[] = [
  { name: 'Main door', kind: 'DOOR', openSeconds: 5 },
  { name: 'Garage', kind: 'GARAGE', openSeconds: 20, adapter: 'http' },
  { name: 'Elevator', kind: 'ELEVATOR', openSeconds: 8 },
];

const ownDoor = (unit: UnitRow): Door => ({
  name: `Door of ${unit.label}`,
  kind: 'UNIT',
  openSeconds: 5,
  unit,
});

const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Adds the shared doors of a building, and one for each unit. A few controllers are offline. */
export async function seedDoors(scene: Scene, property: PropertyRow, dice: Dice): Promise<void> {
  const { _id: propertyId, tenantId } = property;
  const units = await UnitModel.find({ tenantId, propertyId }).sort({ labelKey: 1 }).lean<UnitRow[]>();
  const doors = [...common, ...units.map(ownDoor)];
  const installer = scene.tenant.team.find(({ hasLeft }) => hasLeft);
  await inBatches(
    atWork(earlier(scene, 390), installer),
    doors,
    async ({ ctx }, { name, kind, openSeconds, adapter = 'nats', unit }) => {
      const ref = slugOf(`${property.name} ${unit?.labelKey ?? name}`);
      const controller = { adapter, ref };
      await createAccessPoint(ctx, { propertyId, unitId: unit?._id, name, kind, openSeconds, controller });
    },
  );
  // The sandbox reports for the other doors (`ensure-controllers.ts`).
  const { now } = scene.ctx;
  const all = { tenantId, propertyId };
  for (const unit of units.filter(() => dice.chance(0.03))) {
    const away = { online: false, lastSeenAt: daysBefore(now, dice.between(1, 9)) };
    await AccessPointModel.updateMany({ ...all, unitId: unit._id }, { $set: away });
  }
}

/** History of a virtual number. */
interface NumberStory {
  place?: { propertyId: string; unitId?: string; accessPointId: string };
  ringMode?: 'TOGETHER';
  provider?: 'TELEPHONY_B';
  end?: 'released' | 'retired';
}

async function seedNumber(scene: Scene, number: string, story: NumberStory): Promise<void> {
  const { place, ringMode = 'ORDER', provider = 'TELEPHONY_A', end } = story;
  const capabilities: ('VOICE' | 'SMS')[] = provider === 'TELEPHONY_A' ? ['VOICE', 'SMS'] : ['VOICE'];
  const made = atWork(earlier(scene, 385));
  const { _id: id } = await createVirtualNumber(made.ctx, { number, provider, capabilities, ringMode });
  if (place) {
    const { propertyId, unitId, accessPointId } = place;
    const named =
      unitId === undefined
        ? ({ by: 'property', propertyId } as const)
        : ({ by: 'unit', unitId, propertyId } as const);
    await assignVirtualNumber(atWork(earlier(scene, 380)).ctx, {
      id,
      target: { place: named, accessPointId },
    });
  }
  const { ctx } = atWork(earlier(scene, 12));
  if (end === 'released') {
    await receiveCall(scene, id);
    await releaseVirtualNumber(ctx, id);
  }
  if (end === 'retired') await updateVirtualNumber(ctx, { id, ifMatch: null, patch: { status: 'RETIRED' } });
}

/** Adds a call to an assigned number. Only a called number is quarantined after its release. */
async function receiveCall(scene: Scene, virtualNumberId: string): Promise<void> {
  const { ctx } = atWork(earlier(scene, 20));
  const { tenantId, now: startedAt } = ctx;
  const session = ctx.within?.session ?? null;
  const number = await VirtualNumberModel.findOne({ _id: virtualNumberId, tenantId })
    .session(session)
    .lean<VirtualNumberRow>();
  if (!number) return;
  const visit = { at: startedAt, number, unitId: null, residents: [], areaCode: scene.tenant.areaCode };
  const call = demoCall(ctx, visit, createDice(7));
  await insertRows(CallModel, [call], session);
}

const unitNumbersOfBuilding = 2;

/** Adds a number for each building and some units. One more is quarantined, one is retired, and two are unassigned. */
export async function seedNumbers(scene: Scene): Promise<void> {
  const { ctx, tenant } = scene;
  const { tenantId } = ctx;
  const mainDoors = await AccessPointModel.find({ tenantId, kind: 'DOOR' }).lean<AccessPointRow[]>();
  const ofBuildings = mainDoors.map(({ propertyId, _id }) => ({ propertyId, accessPointId: _id }));
  const ofUnits: NumberStory[] = [];
  for (const place of ofBuildings) {
    const filter = { tenantId, propertyId: place.propertyId, occupancy: 'OCCUPIED' as const };
    const units = await UnitModel.find(filter)
      .sort({ labelKey: 1 })
      .limit(unitNumbersOfBuilding)
      .lean<UnitRow[]>();
    ofUnits.push(
      ...units.map(({ _id }) => ({ place: { ...place, unitId: _id }, ringMode: 'TOGETHER' as const })),
    );
  }
  const [first] = ofBuildings;
  const stories: NumberStory[] = [
    ...ofBuildings.map((place) => ({ place })),
    ...ofUnits,
    { ...(first && { place: first }), end: 'released' },
    { end: 'retired' },
    { provider: 'TELEPHONY_B' },
    {},
  ];
  await inBatches(scene, [...stories.entries()], async (then, [index, story]) => {
    await seedNumber(then, reservedNumber(tenant.areaCode, index), story);
  });
}
