import type { HealthCheck } from '@pas/shared/http/health';
import type { Logger } from '@pas/shared/log/logger';
import { control, core } from '@pas/shared/mongo/connections';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel } from '@pas/shared/models/user';
import type { Model } from 'mongoose';
import { ChangeWatch } from './watch-changes.ts';

const of = (model: Pick<Model<unknown>, 'collection'>) => ({ 'ns.coll': model.collection.name });

/** An update of fields that credentials hang on; whole documents may bring anything. */
const touching = (...fields: string[]) => ({
  $or: [
    { operationType: { $in: ['replace', 'delete'] } },
    ...fields.map((field) => ({ [`updateDescription.updatedFields.${field}`]: { $exists: true } })),
  ],
});

/** Whatever happens to keys and tenants that exist, but for the gateway's own notes of when a key was used. */
const controlChanges = {
  $match: {
    operationType: { $ne: 'insert' },
    $or: [
      { ...of(ApiKeyModel), 'updateDescription.updatedFields.lastUsedAt': { $exists: false } },
      of(TenantModel),
    ],
  },
};

/** The server leaves out what can't end a session: refreshes, and the rows of an import. */
const coreChanges = {
  $match: {
    $or: [
      { ...of(SessionModel), ...touching('revokedAt') },
      { ...of(UserModel), ...touching('status', 'isLive') },
    ],
  },
};

/** What remembers credentials and forgets them when a record changes. */
export interface Forgetful {
  purge(id: string): void;
  clear(): void;
}

/** The streams that tell of keys, tenants, sessions and users. */
export interface RevocationWatch {
  isControlLive(): boolean;
  isCoreLive(): boolean;
  checks: readonly HealthCheck[];
  stop(): Promise<void>;
}

function streamCheck(name: string, watch: ChangeWatch): HealthCheck {
  return {
    name,
    isCritical: false,
    check: () => (watch.isLive() ? Promise.resolve() : Promise.reject(new Error('hears of no revocations'))),
  };
}

/** Starts to hear of revocations, so that they work here within a second of their commit. */
export function watchRevocations(caches: readonly Forgetful[], log: Logger): RevocationWatch {
  const onChange = (id: string): void => caches.forEach((cache) => cache.purge(id));
  const onGap = (): void => caches.forEach((cache) => cache.clear());
  const ofControl = new ChangeWatch({ connection: control, match: controlChanges, onChange, onGap, log });
  const ofCore = new ChangeWatch({ connection: core, match: coreChanges, onChange, onGap, log });
  return {
    isControlLive: () => ofControl.isLive(),
    isCoreLive: () => ofCore.isLive(),
    checks: [streamCheck('controlChanges', ofControl), streamCheck('coreChanges', ofCore)],
    async stop() {
      await Promise.all([ofControl.stop(), ofCore.stop()]);
    },
  };
}
