import type { Logger } from '@pas/platform/log/logger';
import { createKeySet } from '@pas/shared/accounts/identity-keys';
import { SigningKeySetModel, type SigningKeySetRow } from '@pas/shared/models/signing-key-set';
import type { JWTVerifyGetKey } from 'jose';

/** Prepares the look-up of a provider's keys. The control database stores the last good keys. */
export function createStaffKeys(jwksUrl: string, log: Logger): JWTVerifyGetKey {
  return createKeySet(jwksUrl, {
    async read() {
      const row = await SigningKeySetModel.findById(jwksUrl).lean<SigningKeySetRow>();
      return row && { jwks: row.keySet, uat: row.readAt.getTime() };
    },
    write({ jwks, uat }) {
      const $set = { keySet: jwks, readAt: new Date(uat) };
      SigningKeySetModel.updateOne({ _id: jwksUrl }, { $set }, { upsert: true }).catch((err: unknown) => {
        log.warn({ err }, 'the keys of an identity provider could not be stored');
      });
    },
  });
}
