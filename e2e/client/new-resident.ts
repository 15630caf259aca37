import { randomUUID } from 'node:crypto';
import type { Problem } from '@pas/platform/http/render-error';
import { bodyOf, call, type HttpAnswer } from './http-call.ts';
import { inviteToNewUnit, type Invite, type PropertyManager } from './property-manager.ts';
import { password, signUp, type SignInResult } from './resident.ts';

/** A newly signed-up resident of a new unit in a new property. */
export interface NewResident {
  email: string;
  userId: string;
  propertyId: string;
  unitId: string;
  invite: Invite;
  signedIn: SignInResult;
}

/** Signs up a resident of a new home. */
export async function addResident(portalUrl: string, manager: PropertyManager): Promise<NewResident> {
  const email = `resident.${randomUUID()}@example.test`;
  const { property, unit, invite } = await inviteToNewUnit(manager, `Resident ${randomUUID()}`, email);
  const signedIn = await bodyOf(signUp(portalUrl, { inviteToken: invite.token }), 201);
  return {
    email,
    userId: signedIn.resident.id,
    propertyId: property.id,
    unitId: unit.id,
    invite,
    signedIn,
  };
}

/** Logs in with a password; default: the password of the sign-up. */
export const logIn = (
  portalUrl: string,
  email: string,
  given = password,
): Promise<HttpAnswer<SignInResult & Problem>> =>
  call(`${portalUrl}/api/v1/auth/login`, { body: { email, password: given } });
