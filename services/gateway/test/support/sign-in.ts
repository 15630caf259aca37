import type { KeyObject } from 'node:crypto';
import type { UserRow } from '@pas/shared/models/user';
import { createCoreJwtSigner, type CoreJwtSubject } from '@pas/shared/sessions/core-jwt';
import { addSession, addUser } from './rows.ts';
import { issuer, type RunningGateway } from './running-gateway.ts';

export interface SignInResult {
  user: UserRow;
  sessionId: string;
  token: string;
}

export interface TokenOptions {
  key?: KeyObject;
  issuer?: string;
  now?: Date;
}

/** Signs a Core JWT, by default a valid one. */
export async function signToken(
  gateway: RunningGateway,
  subject: CoreJwtSubject,
  options: TokenOptions = {},
): Promise<string> {
  const signer = await createCoreJwtSigner(options.key ?? gateway.coreJwtKey, options.issuer ?? issuer);
  return signer.sign(subject, options.now ?? new Date());
}

/** Adds a resident with an open session and a token for it. */
export async function signIn(
  gateway: RunningGateway,
  tenantId: string,
  options: TokenOptions = {},
): Promise<SignInResult> {
  const user = await addUser(tenantId);
  const { _id: sessionId } = await addSession(user);
  const token = await signToken(gateway, { userId: user._id, tenantId, sessionId }, options);
  return { user, sessionId, token };
}
