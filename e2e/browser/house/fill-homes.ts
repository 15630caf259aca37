import { randomUUID } from 'node:crypto';
import { createAuthenticator } from '@pas/testing/software-authenticator';
import { bodyOf } from '../../client/http-call.ts';
import { inviteToNewUnit, actAsManager, type Invite } from '../../client/property-manager.ts';
import { password, type SignInResult } from '../../client/resident.ts';
import type { BrowserFixture } from '../use-browser.ts';
import type { Landlord, Writer } from './writer.ts';

/** Options for a new passkey, as far as an authenticator reads them. */
interface PasskeyOptions {
  options: Parameters<ReturnType<typeof createAuthenticator>['create']>[0];
  challengeId: string;
}

/** The building of a house, its unit and residents. */
export interface Homes {
  tenantId: string;
  propertyId: string;
  unitId: string;
  /** A resident without an account. */
  userId: string;
  /** A resident who signs in, and also has a home at another company. */
  email: string;
  token: string;
  /** A pending invite that was sent. */
  inviteId: string;
  inviteEmail: string;
  joinUrl: string;
  /** Links of ended invites. */
  acceptedUrl: string;
  revokedUrl: string;
}

async function fillBuilding({ post, texts: { one, other } }: Writer, mark: string) {
  const { property } = await post<{ property: { id: string; tenantId: string } }>('/properties', {
    name: `${one} ${mark}`,
    address: { line1: one, line2: other, city: other, region: one, postalCode: other, country: 'US' },
    externalId: `${other} ${mark}`,
  });
  const { unit } = await post<{ unit: { id: string } }>('/units', {
    propertyId: property.id,
    label: one,
    floor: other,
    externalId: `${one} ${mark}`,
  });
  return { property, unit };
}

async function invite({ post, texts }: Writer, fields: object): Promise<Invite> {
  const body = { inviteeName: texts.other, ...fields };
  return (await post<{ invite: Invite }>('/onboarding/invite', body)).invite;
}

/** An invite, and the API key of the company where the person has a second home. */
interface Invitation {
  token: string;
  email: string;
  otherKey: string;
}

/** Signs up a person who also has a home at a second company. */
async function signUp(fixture: BrowserFixture, writer: Writer, { token, email, otherKey: key }: Invitation) {
  const { one, other } = writer.texts;
  const person = { email, password, firstName: one, lastName: other };
  const enter = (inviteToken: string): Promise<SignInResult> =>
    writer.sendAsResident({ path: '/api/v1/auth/signup', body: { ...person, inviteToken } });
  const signedIn = await enter(token);
  const { gatewayUrl } = fixture.system.local;
  const second = actAsManager({ gatewayUrl, key });
  await enter((await inviteToNewUnit(second, one, email)).invite.token);
  return signedIn;
}

/** Adds a passkey whose name is a text. */
async function addPasskey(fixture: BrowserFixture, writer: Writer, token: string): Promise<void> {
  const path = '/api/v1/me/passkeys';
  const { options, challengeId } = await writer.sendAsResident<PasskeyOptions>({
    token,
    path: `${path}/options`,
    body: {},
  });
  const credential = createAuthenticator(fixture.system.local.portalUrl).create(options);
  const body = { challengeId, credential, name: writer.texts.other };
  await writer.sendAsResident({ token, path, body });
}

/** Fills a building and a unit with a resident, an invited housemate, and invites in three states. */
export async function fillHomes(
  fixture: BrowserFixture,
  writer: Writer,
  { otherKey }: Landlord,
): Promise<Homes> {
  const { post, texts } = writer;
  const { one, other } = texts;
  const mark = randomUUID();
  const { property, unit } = await fillBuilding(writer, mark);
  const { user } = await post<{ user: { id: string } }>('/users', {
    kind: 'RESIDENT',
    email: `known.${mark}@example.test`,
    firstName: one,
    lastName: other,
    externalId: `${other} ${mark}`,
    residence: { unitId: unit.id },
  });
  const email = `home.${mark}@example.test`;
  const accepted = await invite(writer, { unitId: unit.id, inviteeEmail: email });
  const { token } = await signUp(fixture, writer, { token: accepted.token, email, otherKey });
  await addPasskey(fixture, writer, token);
  const path = `/api/v1/units/${unit.id}/occupants`;
  await writer.sendAsResident({
    method: 'PATCH',
    token,
    path: '/api/v1/me',
    body: { firstName: one, lastName: other },
  });
  await writer.sendAsResident({ token, path, body: { email: `mate.${mark}@example.test`, name: one } });
  const inviteEmail = `invited.${mark}@example.test`;
  const place = { propertyId: property.id, unitLabel: `${other} 2` };
  const pending = await invite(writer, { ...place, inviteeEmail: inviteEmail });
  await writer.manager.dispatch(pending.id);
  const revoked = await invite(writer, { unitId: unit.id, inviteeEmail: `no.${mark}@example.test` });
  const revoke = writer.manager.call(`/onboarding/invites/${revoked.id}/revoke`, { method: 'POST' });
  await bodyOf(revoke, 200);
  return {
    tenantId: property.tenantId,
    propertyId: property.id,
    unitId: unit.id,
    userId: user.id,
    email,
    token,
    inviteId: pending.id,
    inviteEmail,
    joinUrl: pending.inviteUrl,
    acceptedUrl: accepted.inviteUrl,
    revokedUrl: revoked.inviteUrl,
  };
}
