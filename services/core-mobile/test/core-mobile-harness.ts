import { generateKeyPairSync } from 'node:crypto';
import { connectBus, type Bus } from '@pas/platform/events/bus';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { createGuessLimits, guessQuota } from '@pas/shared/accounts/guess-limits';
import { createIdentityVerifier } from '@pas/shared/accounts/verify-identity-token';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import { reportAnswers } from '@pas/shared/access/door-settings';
import type { SendCommand } from '@pas/shared/access/execute-attempt';
import { natsDoors } from '@pas/shared/access/nats-doors';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { createPushSenders, type PushSenders } from '@pas/shared/push/push-senders';
import { createPushTokenCipher, hashPushToken } from '@pas/shared/push/push-tokens';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import { newLiveRow } from '@pas/shared/models/new-row';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { createCoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { asBusUser } from '@pas/testing/test-bus-users';
import { accessPassRow, accessPointRow, residenceIn, testPasses, userRow } from '@pas/testing/rows';
import { useHarness, type ServiceHarness } from '@pas/testing/service-harness';
import { residentPrincipal } from '@pas/testing/test-gateway';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, inject } from 'vitest';
import { createCoreMobileApp } from '../src/app.ts';
import { createPinLimits } from '../src/resources/access/pin-limits.ts';
import { createDeviceTests } from '../src/resources/devices/test-device.ts';
import { coreMobileRoutes, type CoreMobileDependencies } from '../src/routes.ts';

const log = createLogger({ service: 'core-mobile', environment: 'TEST', level: 'silent' });

export { testPasses } from '@pas/testing/rows';
/** Encryption of push tokens of test devices. */
export const testTokens = createPushTokenCipher(['a secret of the tests, 32 characters long']);
const portalUrl = 'http://portal.test';
const { privateKey } = generateKeyPairSync('ed25519');

/** Residents sign in without an identity provider, so no server listens at its address. */
const signer = await createCoreJwtSigner(privateKey, portalUrl);
const identity = createIdentityVerifier({
  issuer: 'http://127.0.0.1:9',
  jwksUrl: 'http://127.0.0.1:9/jwks',
  authorizedParties: [portalUrl],
  apiUrl: 'http://127.0.0.1:9',
  apiSecret: 'identity-api-secret',
});

/** Dependencies for reading the routes without running them. */
export const describedDependencies: CoreMobileDependencies = {
  signIn: {
    signer,
    identity,
    limits: {
      watch() {
        throw new Error('no route is run here');
      },
    },
  },
  doors: createDoorCommands({ adapters: {}, log }),
  passes: testPasses,
  tokens: testTokens,
  pushKey: null,
  outbound: { allowsLoopback: false },
  deviceTests: { run: () => Promise.reject(new Error('no route is run here')) },
  pins: {
    inTurn: () => Promise.reject(new Error('no route is run here')),
    requireOpen: () => Promise.resolve(),
    countWrong: () => Promise.resolve(),
  },
};

/** Connects to the bus of the test run, until the test file ends. */
export async function openBus(user: 'operator' | 'core-mobile'): Promise<Bus> {
  const url = asBusUser(inject('natsUrl'), user);
  const bus = connectBus({ url, name: `test-${user}`, log });
  afterAll(() => bus.close());
  await waitUntil(() => bus.isConnected(), { what: 'the bus' });
  return bus;
}

/** Senders with every push service off. */
const noSenders = createPushSenders({ services: {}, pushKey: null, tokens: testTokens, log });

/** Starts the API for mobile apps on a free port, with its own databases. Doors use the bus of the test run. */
export async function startCoreMobile({
  senders = noSenders,
  allowsLoopback = false,
  adapters = {},
}: {
  senders?: PushSenders;
  allowsLoopback?: boolean;
  /** Adapters to controllers besides the bus. */
  adapters?: { http?: SendCommand };
} = {}): Promise<ServiceHarness> {
  const bus = await openBus('core-mobile');
  const onAnswer = reportAnswers({
    service: 'core-mobile',
    environment: 'TEST',
    events: leaveToSweeper,
    log,
  });
  const doors = createDoorCommands({ adapters: { nats: natsDoors(bus), ...adapters }, onAnswer, log });
  return useHarness({
    service: 'core-mobile',
    routes: coreMobileRoutes(describedDependencies),
    build: (parts) => {
      const signIn = { signer, identity, limits: createGuessLimits(guessQuota) };
      const push = {
        tokens: testTokens,
        pushKey: senders.pushKey,
        outbound: { allowsLoopback },
        deviceTests: createDeviceTests(senders),
      };
      const dependencies = { doors, passes: testPasses, pins: createPinLimits(), signIn, ...push };
      return createCoreMobileApp(parts, dependencies);
    },
  });
}

/** A place to live. */
export interface TestHome {
  tenantId: string;
  propertyId: string;
  unitId: string;
}

/** Makes a home with a new tenant and property unless given. */
export const newHome = (given: Partial<TestHome> = {}): TestHome => ({
  tenantId: newId('tenant'),
  propertyId: newId('property'),
  unitId: newId('unit'),
  ...given,
});

/** A resident with the principal that the gateway sends. */
export interface TestResident {
  row: UserRow;
  as: Principal;
}

/** Adds a resident to a home. */
export async function addResident(
  { tenantId, propertyId, unitId }: TestHome,
  { endsAt = null, ...fields }: Partial<UserRow> & Partial<Pick<Residence, 'endsAt'>> = {},
): Promise<TestResident> {
  const residences = [residenceIn({ id: unitId, propertyId }, endsAt)];
  const row = userRow(tenantId, { residences, ...fields });
  await UserModel.insertMany([row]);
  return { row, as: residentPrincipal(row._id, tenantId, newId('session')) };
}

/** Returns the principal of a property's controller. */
export const controllerOf = ({
  tenantId,
  propertyId,
}: Pick<TestHome, 'tenantId' | 'propertyId'>): Principal => ({
  ...anonymous,
  kind: 'controller',
  id: newId('controllerKey'),
  tenantId,
  propertyIds: [propertyId],
});

/** Adds a door with a controller of its own. */
export async function addDoor(
  { tenantId, propertyId }: Pick<TestHome, 'tenantId' | 'propertyId'>,
  fields: Partial<AccessPointRow> = {},
): Promise<AccessPointRow> {
  const row = accessPointRow({ tenantId, propertyId }, fields);
  await AccessPointModel.insertMany([row]);
  return row;
}

/** Adds a resident's pass for a door, valid for a day. */
export async function addPass(
  { row }: TestResident,
  accessPointId: string,
  fields: Partial<AccessPassRow> = {},
): Promise<AccessPassRow> {
  const place = { tenantId: row.tenantId, propertyId: row.residences[0]?.propertyId ?? '' };
  const createdBy = { type: 'RESIDENT' as const, id: row._id };
  const pass = accessPassRow(place, [accessPointId], { createdBy, ...fields });
  await AccessPassModel.insertMany([pass]);
  return pass;
}

/** Adds a resident's phone as the service stores it. */
export async function addDevice(
  { row: { _id: userId, tenantId } }: TestResident,
  fields: Partial<DeviceRow> = {},
): Promise<string> {
  const token = newId('event');
  const live = newLiveRow({ tenantId, now: new Date() }, 'device');
  const device: DeviceRow = {
    ...live,
    userId,
    platform: 'ANDROID',
    provider: 'FCM',
    installationId: null,
    pushToken: testTokens.seal(token),
    tokenHash: hashPushToken(token),
    tokenLast6: token.slice(-6),
    appVersion: null,
    status: 'ACTIVE',
    lastSeenAt: live.createdAt,
    ...fields,
  };
  await DeviceModel.insertMany([device]);
  return device._id;
}
