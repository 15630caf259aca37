import { newId } from '@pas/shared/ids/id';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { addCrowd } from '@pas/testing/crowd-rows';
import { testActs, type Act } from '@pas/testing/query-plans/test-acts';
import { testPlans } from '@pas/testing/query-plans/test-plans';
import { coreMobileRoutes } from '../src/routes.ts';
import {
  addDevice,
  addDoor,
  addPass,
  addResident,
  controllerOf,
  describedDependencies,
  startCoreMobile,
  type TestHome,
} from './core-mobile-harness.ts';
import { openWithPass, typePin } from './pass-support.ts';
import { addRivals } from './rival-rows.ts';

// Requests of apps and controllers cost the same in a large building as in a small one.

const service = await startCoreMobile();
const { caller, controller, own } = await addRivals();
const door = await AccessPointModel.findOne({
  _id: own['door_'] ?? '',
  tenantId: caller.tenantId ?? '',
}).lean<AccessPointRow>();
if (!door) throw new Error('The caller has no door.');
const { tenantId, propertyId } = door;
const home: TestHome = { tenantId, propertyId, unitId: door.unitId ?? '' };
await addCrowd(home, 1000);

/** Far more rows than one person has, and far fewer than the neighbours have. */
const maxDocumentsRead = 100;

const routes = coreMobileRoutes(describedDependencies);
const suite = { harness: () => service, own: () => own, maxDocumentsRead };

testPlans({
  ...suite,
  routes: routes.filter(({ callers }) => callers !== 'controller'),
  callers: { 'a large building': () => caller },
});

testPlans({
  ...suite,
  routes: routes.filter(({ callers }) => callers === 'controller'),
  callers: { 'the doors of a large building': () => controller },
  // The dial code of a unit depends on the labels of all units of the building.
  wide: ['GET /access/directory'],
});

const post = (path: string, body: object, as = caller) => service.call('POST', path, { as, body });
const act = (name: string, status: number, prepare: Act['prepare']): Act => ({ name, status, prepare });
const livingWithDoor = async () => ({ resident: await addResident(home), door: await addDoor(home) });
const ends = () => new Date(Date.now() + 3_600_000).toISOString();

const acts = [
  act('open a door', 202, async () => {
    const { resident, door: front } = await livingWithDoor();
    return () => post(`/access/points/${front._id}/unlock`, {}, resident.as);
  }),
  act('try a door of others', 404, async () => {
    const { resident } = await livingWithDoor();
    const others = await addDoor(home, { kind: 'UNIT', unitId: newId('unit') });
    return () => post(`/access/points/${others._id}/unlock`, {}, resident.as);
  }),
  act('make a pass', 201, async () => {
    const { resident, door: front } = await livingWithDoor();
    const body = { accessPointIds: [front._id], startsAt: new Date().toISOString(), endsAt: ends() };
    return () => post('/access/passes', body, resident.as);
  }),
  act('take a pass back', 204, async () => {
    const { resident, door: front } = await livingWithDoor();
    const { _id } = await addPass(resident, front._id);
    return () => service.call('DELETE', `/access/passes/${_id}`, { as: resident.as });
  }),
  act('register a device', 201, async () => {
    const { as } = await addResident(home);
    const body = { provider: 'FCM', token: newId('event'), installationId: newId('event') };
    return () => post('/devices', body, as);
  }),
  act('forget a device', 204, async () => {
    const resident = await addResident(home);
    const id = await addDevice(resident);
    return () => service.call('DELETE', `/devices/${id}`, { as: resident.as });
  }),
  act('type the PIN of a pass', 200, async () => {
    const { door: front, pin } = await openWithPass({}, home);
    return () => typePin(service, { door: front, pin });
  }),
  act('type an unknown PIN', 403, async () => {
    const front = await addDoor(home);
    return () => typePin(service, { door: front, pin: '000000' });
  }),
  act('tell of doors that come online', 204, async () => {
    const { _id } = await addDoor(home, { online: false });
    return () => post('/access/heartbeat', { accessPointIds: [_id] }, controllerOf(home));
  }),
  act('tell of doors that are online', 204, async () => {
    const { _id } = await addDoor(home, { lastSeenAt: new Date(0) });
    return () => post('/access/heartbeat', { accessPointIds: [_id] }, controllerOf(home));
  }),
  act('report what happened', 202, async () => {
    const front = await addDoor(home);
    const pass = await addPass(await addResident(home), front._id);
    const event = { accessPointId: front._id, occurredAt: new Date().toISOString() };
    const events = [
      { ...event, id: newId('event'), decision: 'GRANTED', method: 'PIN', passId: pass._id },
      { ...event, id: newId('event'), alarm: 'HELD' },
    ];
    return () => post('/access/events', { events }, controllerOf(home));
  }),
];

testActs(acts, maxDocumentsRead);
