import { AccountModel } from '../models/account.ts';
import { AccountNoticeModel } from '../models/account-notice.ts';
import { DeviceModel } from '../models/device.ts';
import { PasskeyModel } from '../models/passkey.ts';
import { PasswordResetModel } from '../models/password-reset.ts';
import { ContactCodeModel } from '../models/contact-code.ts';
import { PhoneConsentModel } from '../models/phone-consent.ts';
import { SessionModel } from '../models/session.ts';
import { UserModel } from '../models/user.ts';
import { erased } from './person.ts';
import { personalRows } from './personal-rows.ts';

/** Collections of people, and of their credentials, sessions and devices. */
export const peopleRows = {
  users: personalRows({
    model: UserModel,
    find: ({ tenantId, userId }) => [{ _id: userId, tenantId }],
    shown: [
      'kind',
      'email',
      'phone',
      'verifiedPhone',
      'claimedPhone',
      'firstName',
      'lastName',
      'externalId',
      'propertyIds',
      'status',
      'locale',
      'residences',
      'callSettings',
      'directory',
      'signedInAt',
      'deviceChangedAt',
      'createdAt',
      'updatedAt',
      'deletedAt',
    ],
    erase: () => ({
      email: null,
      emailKey: null,
      phone: null,
      verifiedPhone: null,
      claimedPhone: null,
      firstName: erased,
      lastName: null,
      externalId: null,
      accountId: null,
      locale: null,
      callSettings: null,
      directory: null,
    }),
  }),
  accounts: personalRows({
    model: AccountModel,
    find: ({ accountId }) => (accountId === null ? [] : [{ _id: accountId }]),
    shown: ['email', 'emailVerifiedAt', 'identity', 'identityEmailKey', 'createdAt', 'updatedAt'],
    // Removed with the user, in one transaction.
    erase: null,
  }),
  sessions: personalRows({
    model: SessionModel,
    find: ({ tenantId, userId }) => [{ userId, tenantId }],
    shown: ['userAgent', 'ip', 'createdAt', 'lastUsedAt', 'idleExpiresAt', 'absoluteExpiresAt', 'revokedAt'],
    erase: ({ revokedAt }) => ({ userAgent: null, ip: null, revokedAt: revokedAt ?? new Date() }),
  }),
  passkeys: personalRows({
    model: PasskeyModel,
    find: ({ accountId }) => (accountId === null ? [] : [{ accountId }]),
    shown: ['name', 'transports', 'isBackedUp', 'createdAt', 'lastUsedAt'],
    // Removed with the account.
    erase: null,
  }),
  password_resets: personalRows({
    model: PasswordResetModel,
    find: ({ accountId, userId }) => (accountId === null ? [] : [{ accountId, userId }]),
    shown: ['requestedAt', 'expiresAt', 'sentAt', 'usedAt'],
    erase: () => 'remove',
  }),
  contact_codes: personalRows({
    model: ContactCodeModel,
    find: ({ tenantId, userId }) => [{ tenantId, userId }],
    // The row exists for ten minutes. The proven contact is in the user's row.
    shown: null,
    erase: () => 'remove',
  }),
  account_notices: personalRows({
    model: AccountNoticeModel,
    find: ({ tenantId, userId }) => [{ tenantId, userId }],
    shown: ['kind', 'to', 'sentAt', 'createdAt'],
    erase: () => 'remove',
  }),
  phone_consents: personalRows({
    model: PhoneConsentModel,
    find: ({ phones }) => (phones.length === 0 ? [] : [{ _id: { $in: [...phones] } }]),
    shown: ['state', 'source', 'updatedAt'],
    erase: ({ _id }, { solePhones }) => (solePhones.includes(_id) ? 'remove' : null),
  }),
  devices: personalRows({
    model: DeviceModel,
    find: ({ tenantId, userId }) => [{ tenantId, userId }],
    shown: [
      'platform',
      'provider',
      'installationId',
      'tokenLast6',
      'appVersion',
      'status',
      'lastSeenAt',
      'createdAt',
      'deletedAt',
    ],
    erase: () => ({
      installationId: null,
      pushToken: null,
      tokenHash: erased,
      tokenLast6: erased,
      appVersion: null,
    }),
  }),
};
