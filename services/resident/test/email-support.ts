import { createContactCodes } from '@pas/shared/accounts/contact-codes';
import { AccountModel } from '@pas/shared/models/account';
import { ContactCodeModel, type ContactCodeRow } from '@pas/shared/models/contact-code';
import { PasswordFailureModel } from '@pas/shared/models/password-failure';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import { UserModel } from '@pas/shared/models/user';
import type { Principal } from '@pas/shared/principal/principal';
import { beforeEach } from 'vitest';
import { password, phoneCodeSecret, startResident, type SignInResult } from './resident-harness.ts';

/** The wrong passwords that the tests allow for an account. */
export const quota = { perAccount: 3, perAddress: 50, windowSeconds: 60 };

const codes = createContactCodes(phoneCodeSecret);

interface Answer extends Pick<SignInResult, 'resident'> {
  emailVerification: { email: string; expiresAt: string };
  code: string;
  errors: unknown;
}

/** Returns the requests of codes of a person, the oldest first. */
export const requestsOf = (as: Principal) =>
  ContactCodeModel.find({ tenantId: as.tenantId ?? '', userId: as.id ?? '' })
    .sort({ createdAt: 1, _id: 1 })
    .lean<ContactCodeRow[]>();

/** Returns the newest code of a person. */
export async function newestCode(as: Principal): Promise<string> {
  const newest = (await requestsOf(as)).at(-1);
  return newest ? codes.codeOf(newest) : '';
}

export const userOf = (as: Principal) =>
  UserModel.findOne({ _id: as.id ?? '', tenantId: as.tenantId ?? '' }).lean();

export const accountOf = (emailKey: string) => AccountModel.findOne({ emailKey }).lean();

/** Makes the log-in of a session 16 minutes old. */
export async function age({ sessionId }: Principal): Promise<void> {
  const own = { _id: sessionId ?? '' };
  const { absoluteExpiresAt } = await SessionModel.findOne(own).orFail().lean<SessionRow>();
  const earlier = new Date(absoluteExpiresAt.getTime() - 960_000);
  await SessionModel.updateOne(own, { $set: { absoluteExpiresAt: earlier } });
}

/** Starts the service, with calls that change an e-mail. The limits of each test start empty. */
export async function startEmails() {
  const service = await startResident({ quota });
  beforeEach(async () => {
    await PasswordFailureModel.deleteMany({});
  });
  const ask = (as: Principal, body: object) => service.call<Answer>('POST', '/api/v1/me/email', { as, body });
  const verify = (as: Principal, code: string) =>
    service.call<Answer>('POST', '/api/v1/me/email/verify', { as, body: { code } });
  /** Changes an e-mail with its code. */
  const move = async (as: Principal, email: string) => {
    const { status } = await ask(as, { email, password });
    if (status !== 202) throw new Error(`The request of a code answered ${status}.`);
    return verify(as, await newestCode(as));
  };
  return {
    service,
    ask,
    verify,
    move,
    logIn: (email: string) =>
      service.call<SignInResult>('POST', '/api/v1/auth/login', { body: { email, password } }),
    refresh: (refreshToken: string) =>
      service.call('POST', '/api/v1/auth/refresh', { body: { refreshToken } }),
  };
}
