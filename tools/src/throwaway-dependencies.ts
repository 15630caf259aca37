import { generateKeyPairSync } from 'node:crypto';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createSealedTexts } from '@pas/platform/secrets/sealed-text';
import { createDoorCommands } from '@pas/shared/access/door-commands';
import type { WebhooksDependencies } from '@pas/webhooks/src/app.ts';
import { openInProcessReceipts } from '@pas/webhooks/src/processing/in-process-receipts.ts';
import { newWebhookKeys, webhookVariables } from '@pas/testing/signed-webhooks/webhook-keys';
import type { AdminDependencies } from '@pas/admin/src/routes.ts';
import { operatorCookies } from '@pas/gateway/src/operators/operator-cookies.ts';
import type { Operators } from '@pas/gateway/src/operators/operators.ts';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import type { SignIn } from '@pas/shared/accounts/sign-in-settings';
import { createIdentityVerifier } from '@pas/shared/accounts/verify-identity-token';
import type { CoreMobileDependencies } from '@pas/core-mobile/src/routes.ts';
import { createRelyingParty } from '@pas/resident/src/resources/passkeys/relying-party.ts';
import type { ResidentDependencies } from '@pas/resident/src/routes.ts';
import { openCheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { createPassLinks } from '@pas/shared/access/pass-links';
import { createPushTokenCipher } from '@pas/shared/push/push-tokens';
import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { createLogger } from '@pas/platform/log/logger';
import { createCoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import { createDeviceCookie } from '@pas/shared/sessions/device-cookie';
import { createRefreshCookie } from '@pas/shared/sessions/refresh-cookie';

// Dependencies for building the services' routes in order to read them. No route is run.

const portalUrl = 'http://portal.test';
const { privateKey } = generateKeyPairSync('ed25519');

const log = createLogger({ service: 'tools', environment: 'TEST', level: 'silent' });

const doors = createDoorCommands({ adapters: {}, log });

const passes = createPassLinks(['derives no pass that anybody could use'], portalUrl);

/** Dependencies of the Admin API. */
export const adminDependencies: AdminDependencies = {
  onboarding: {
    links: createInviteLinks(['derives no token that anybody could use'], portalUrl),
    channels: ['EMAIL'],
  },
  importing: { maxRows: 1 },
  apiKeys: {
    pepper: 'hashes no key that anybody could use',
    maxLive: 25,
    countReport: async () => undefined,
  },
  audit: { checkpoints: { files: openCheckpointFiles('/nowhere', 'TEST'), publicKeys: new Map() } },
  doors,
  webhooks: {
    texts: createSealedTexts('webhook-endpoints', ['encrypts no secret that anybody could use']),
    allowsLoopback: false,
  },
  passes,
};

const nothingIsRun = (): never => {
  throw new Error('no route is run here');
};

/** Dependencies of routes that the gateway answers itself. */
export const operatorDependencies: Operators = {
  issuer: { issuer: 'http://identity.test', keys: nothingIsRun } as unknown as Operators['issuer'],
  client: { connect: nothingIsRun, known: nothingIsRun },
  clientId: 'operator-dashboard',
  scope: 'openid',
  publicUrlOf: () => portalUrl,
  cookies: operatorCookies(portalUrl, 'TEST'),
  pendingLogins: { seal: nothingIsRun, open: nothingIsRun },
  sessionValues: { mint: nothingIsRun, isOurs: nothingIsRun },
  verifySession: nothingIsRun,
  findCrossSiteFault: nothingIsRun,
  failures: { requireOpen: nothingIsRun, count: nothingIsRun },
};

/** Dependencies of residents' sign-in. Only its limits need a database. */
const signIn: SignIn = {
  signer: await createCoreJwtSigner(privateKey, portalUrl),
  limits: { watch: nothingIsRun },
  identity: createIdentityVerifier({
    issuer: 'http://identity.test',
    jwksUrl: 'http://identity.test/jwks',
    authorizedParties: [portalUrl],
    apiUrl: 'http://identity.test',
    apiSecret: 'nobody is asked anything',
  }),
};

/** Dependencies of the routes for mobile apps. */
export const coreMobileDependencies: CoreMobileDependencies = {
  signIn,
  doors,
  pins: { inTurn: nothingIsRun, requireOpen: nothingIsRun, countWrong: nothingIsRun },
  passes,
  tokens: createPushTokenCipher(['encrypts no token that anybody could use']),
  pushKey: null,
  outbound: { allowsLoopback: false },
  deviceTests: { run: nothingIsRun },
};

const noLimits = { countAddress: nothingIsRun, tryCountTarget: nothingIsRun, countTarget: nothingIsRun };

const codes = createContactCodes('derives no code that anybody gets');

/** Dependencies of the Resident API. */
export const residentDependencies: ResidentDependencies = {
  auth: {
    ...signIn,
    cookie: createRefreshCookie(portalUrl, 'TEST'),
    deviceCookie: createDeviceCookie(portalUrl, 'TEST'),
    resetLimits: noLimits,
  },
  passkeys: { party: createRelyingParty(portalUrl), limits: noLimits },
  phones: { codes, limits: noLimits },
  emails: { codes, limits: { guesses: { watch: nothingIsRun }, requests: noLimits } },
  passes: { doors, limit: { count: nothingIsRun, uncount: nothingIsRun } },
  reports: { limit: { count: nothingIsRun } },
};

const calls = {
  doors,
  publicUrl: 'http://webhooks.test',
  carrier: null,
  limits: { perUnit: 1, perNumber: 1, perTenant: 1 },
};

/** Dependencies of the receivers of webhooks. */
export const webhooksDependencies: WebhooksDependencies = {
  signatures: webhookVariables([newWebhookKeys()], ['http://webhooks.test']),
  rejections: { record: () => undefined, stop: () => Promise.resolve() },
  calls,
  receipts: openInProcessReceipts({ ...calls, environment: 'TEST', events: leaveToSweeper, log }),
};
