import { newProperty } from '@pas/shared/models/new-property';
import { newUnit } from '@pas/shared/models/new-unit';
import { callRow, inviteRow, tenantRow, testLinks, userRow } from '@pas/testing/rows';
import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@pas/shared/ids/id';
import { CallModel, type CallRow } from '@pas/shared/models/call';
import { InviteModel, type Delivery, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { createCoreJwtSigner } from '@pas/shared/sessions/core-jwt';
import { createDeviceCookie } from '@pas/shared/sessions/device-cookie';
import { createRefreshCookie } from '@pas/shared/sessions/refresh-cookie';
import { useHarness, type ServiceHarness } from '@pas/testing/service-harness';
import { residentPrincipal } from '@pas/testing/test-gateway';
import { waitUntil } from '@pas/testing/wait-until';
import { decodeJwt } from 'jose';
import type { z } from 'zod';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { noDoors, noLimits, nothingIsRun } from './not-run.ts';
import { createRelyingParty } from '../src/resources/passkeys/relying-party.ts';
import { createOpenLimit } from '../src/resources/passes/open-limit.ts';
import { createReportLimit } from '../src/resources/reports/report-limit.ts';
import { createResidentApp } from '../src/app.ts';
import { residentRoutes, type ResidentDependencies } from '../src/routes.ts';
import type { IdentitySettings } from '@pas/shared/accounts/identity';
import { createIdentityVerifier } from '@pas/shared/accounts/verify-identity-token';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import type { Auth } from '../src/resources/auth/auth.routes.ts';
import type { SignInAnswer } from '@pas/shared/accounts/accounts.schema';
import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import {
  codeQuota,
  createRequestLimits,
  passkeyQuota,
  resetQuota,
} from '@pas/shared/accounts/request-limits';
import { createGuessLimits, guessQuota, type GuessQuota } from '@pas/shared/accounts/guess-limits';

export const portalUrl = 'http://portal.test';
export const password = 'correct horse battery';
const keys = generateKeyPairSync('ed25519');

/** Verifies the Core JWTs of the service under test. */
export const { publicKey } = keys;

/** Settings of an identity provider without a server, for tests that do not call one. */
const noIdentity: IdentitySettings = {
  issuer: 'http://127.0.0.1:9',
  jwksUrl: 'http://127.0.0.1:9/jwks',
  authorizedParties: [portalUrl],
  apiUrl: 'http://127.0.0.1:9',
  apiSecret: 'identity-api-secret',
};

/** Dependencies for reading the routes of sign-in without running them. */
const describedAuth: Auth = {
  signer: await createCoreJwtSigner(keys.privateKey, portalUrl),
  cookie: createRefreshCookie(portalUrl, 'TEST'),
  deviceCookie: createDeviceCookie(portalUrl, 'TEST'),
  identity: createIdentityVerifier(noIdentity),
  limits: { watch: nothingIsRun },
  resetLimits: noLimits,
};

/** Secret of the codes that verify a phone. */
export const phoneCodeSecret = 'a secret of the tests, 32 characters long';

const codes = createContactCodes(phoneCodeSecret);

/** Dependencies for reading all routes without running them. */
export const describedRoutes: ResidentDependencies = {
  auth: describedAuth,
  passkeys: { party: createRelyingParty(portalUrl), limits: noLimits },
  phones: { codes, limits: noLimits },
  emails: { codes, limits: { guesses: { watch: nothingIsRun }, requests: noLimits } },
  passes: { doors: noDoors, limit: { count: nothingIsRun, uncount: nothingIsRun } },
  reports: { limit: { count: nothingIsRun } },
};

interface ResidentOptions {
  identity?: IdentitySettings;
  quota?: GuessQuota;
  doors?: DoorCommands;
}

/** Starts the Resident API and its pages on a free port, with its own databases. */
export async function startResident({
  identity = noIdentity,
  quota = guessQuota,
  doors = noDoors,
}: ResidentOptions = {}): Promise<ServiceHarness> {
  const signer = await createCoreJwtSigner(keys.privateKey, portalUrl);
  return useHarness({
    service: 'resident',
    routes: residentRoutes(describedRoutes),
    build: (parts) => {
      const cookie = createRefreshCookie(portalUrl, 'TEST');
      const deviceCookie = createDeviceCookie(portalUrl, 'TEST');
      const limits = createGuessLimits(quota);
      const resetLimits = createRequestLimits(resetQuota);
      const proofs = { identity: createIdentityVerifier(identity), limits, resetLimits };
      const auth = { signer, cookie, deviceCookie, ...proofs };
      const passkeys = {
        party: createRelyingParty(portalUrl),
        limits: createRequestLimits(passkeyQuota),
      };
      const requests = createRequestLimits(codeQuota);
      const phones = { codes, limits: requests };
      const emails = { codes, limits: { guesses: limits, requests } };
      const passes = { doors, limit: createOpenLimit() };
      const reports = { limit: createReportLimit() };
      return createResidentApp(parts, { auth, passkeys, phones, emails, passes, reports });
    },
  });
}

export type SignInResult = z.output<typeof SignInAnswer>;

/** A unit with its property and tenant. */
export interface Home {
  tenantId: string;
  propertyId: string;
  unitId: string;
}

/** Adds a tenant. */
export async function addTenant(status: 'ACTIVE' | 'SUSPENDED' = 'ACTIVE'): Promise<string> {
  const row = tenantRow({ name: 'Maple Group', status });
  await TenantModel.insertMany([row]);
  return row._id;
}

/** Waits until the service, which may cache a tenant for a second, sees this status; null: deleted. */
export async function untilKnown(tenantId: string, status: TenantRow['status'] | null): Promise<void> {
  const isKnown = async (): Promise<boolean> => ((await findTenant(tenantId))?.status ?? null) === status;
  await waitUntil(isKnown, { what: `the tenant to be known as ${status ?? 'deleted'}` });
}

/** Adds a home at a tenant, by default a new one. */
export async function addHome(given?: string): Promise<Home> {
  const tenantId = given ?? (await addTenant());
  const ctx = { tenantId, now: new Date() };
  const empty = { line2: null, city: null, region: null, postalCode: null };
  const address = { ...empty, line1: '1 Maple St', country: 'US' };
  const property = newProperty(ctx, { name: 'Maple Court', address, timeZone: 'UTC' });
  const unit = newUnit(ctx, { propertyId: property._id, label: 'Apt 4B' });
  await PropertyModel.insertMany([property]);
  await UnitModel.insertMany([unit]);
  return { tenantId, propertyId: property._id, unitId: unit._id };
}

/** Adds a call of a minute ago, which was answered and opened the door. */
export async function addCall(home: Home, fields: Partial<CallRow> = {}): Promise<CallRow> {
  const row = callRow(home, fields);
  await CallModel.insertMany([row]);
  return row;
}

/** An invite with the token that its link carries. */
export type TestInvite = InviteRow & { token: string };

/** Returns the delivery of an invite's first token by mail. */
const mailTo = (to: string): Delivery => ({
  id: newId('delivery'),
  channel: 'EMAIL',
  kind: 'INVITE',
  to,
  status: 'SENT',
  error: null,
  providerMessageId: null,
  tokenVersion: 1,
  at: new Date(),
});

/** Adds an invite to a home; sent by mail when it has an e-mail, by default. */
export async function addInvite(
  { tenantId, propertyId, unitId }: Home,
  fields: Partial<InviteRow> = {},
): Promise<TestInvite> {
  const { inviteeEmail = null, inviteePhone = null } = fields;
  const contactKey = inviteeEmail ?? inviteePhone;
  const deliveries = inviteeEmail === null ? [] : [mailTo(inviteeEmail)];
  const row = inviteRow({ _id: unitId, tenantId, propertyId }, { contactKey, deliveries, ...fields });
  const { token } = testLinks.linkOf(row);
  await InviteModel.insertMany([row]);
  return { ...row, token };
}

/** Adds a user as a property manager does: with an e-mail and without an account. */
export async function addUser(tenantId: string, fields: Partial<UserRow>): Promise<UserRow> {
  const row = userRow(tenantId, {
    accountId: null,
    status: 'INVITED',
    email: fields.emailKey ?? null,
    ...fields,
  });
  await UserModel.insertMany([row]);
  return row;
}

let people = 0;

/** Returns an e-mail address that no other test uses. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@example.test`;
}

/** Returns the body of a sign-up with an invite. */
export function signUpBody({ token }: TestInvite, fields: Record<string, unknown> = {}) {
  return { inviteToken: token, password, firstName: 'Jordan', lastName: 'Lee', ...fields };
}

/** A resident after sign-up, with the principal that the gateway sends. */
export interface TestResident {
  email: string;
  home: Home;
  answer: SignInResult;
  as: Principal;
}

/** Returns the principal that the gateway derives from a Core JWT. */
export function principalOf({ token }: Pick<SignInResult, 'token'>): Principal {
  const { sub, tid, sid } = decodeJwt<{ tid: string; sid: string }>(token);
  return residentPrincipal(sub ?? '', tid, sid);
}

/** Signs a person up through the API, with an invite sent to their e-mail. */
export async function addResident(
  service: ServiceHarness,
  { email = newEmail(), home }: { email?: string; home?: Home } = {},
): Promise<TestResident> {
  const where = home ?? (await addHome());
  const invite = await addInvite(where, { inviteeEmail: email });
  const { status, body } = await service.call<SignInResult>('POST', '/api/v1/auth/signup', {
    body: signUpBody(invite),
  });
  if (status !== 201) throw new Error(`The sign-up of ${email} answered ${status}.`);
  return { email, home: where, answer: body, as: principalOf(body) };
}
