import type { HealthCheck } from '@pas/platform/health/readiness';
import type { Logger } from '@pas/platform/log/logger';
import { control, core } from '@pas/platform/mongo/connections';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel } from '@pas/shared/models/user';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { maxLifeMs } from './credential-cache.ts';
import { ChangeWatch, type WatchOptions } from './watch-changes.ts';

const of = (model: Pick<Model<unknown>, 'collection'>) => ({ 'ns.coll': model.collection.name });

/** An update of fields that credentials hang on; whole documents may bring anything. */
const touching = (...fields: string[]) => ({
  $or: [
    { operationType: { $in: ['replace', 'delete'] } },
    ...fields.map((field) => ({ [`updateDescription.updatedFields.${field}`]: { $exists: true } })),
  ],
});

/**
 * Whatever happens to keys and tenants that exist, and the end of operator sessions, but for the gateway's own notes of
 * when a key or a session was used.
 */
const controlChanges = {
  operationType: { $ne: 'insert' },
  $or: [
    { ...of(ApiKeyModel), 'updateDescription.updatedFields.lastUsedAt': { $exists: false } },
    of(TenantModel),
    { ...of(OperatorSessionModel), ...touching('revokedAt') },
  ],
};

/** The server leaves out what can't end a session: refreshes, and the rows of an import. */
const coreChanges = {
  $or: [
    { ...of(SessionModel), ...touching('revokedAt') },
    { ...of(UserModel), ...touching('status', 'isLive', 'formerDueAt') },
  ],
};

/** What remembers credentials and forgets them when a record changes. */
export interface Forgetful {
  purge(id: string): void;
  clear(): void;
}

/** Longer than any credential is remembered: after that there is none left to forget. */
const restAfterMs = maxLifeMs + 5000;

/** The streams that tell of keys, tenants, sessions and users. */
export interface RevocationWatch {
  isControlLive(): boolean;
  isCoreLive(): boolean;
  /** Called whenever a credential was verified, which may be remembered from then on. */
  need(): void;
  checks: readonly HealthCheck[];
  stop(): Promise<void>;
}

function streamCheck(name: string, watch: ChangeWatch): HealthCheck {
  return {
    name,
    isCritical: false,
    check: () => {
      if (watch.isLost()) throw new Error('does not receive revocations');
      return undefined;
    },
  };
}

/** Each stream has the server read all of its oplog, so there is one for a database, whatever is watched in it. */
function openWatches(options: Pick<WatchOptions, 'onChange' | 'onGap' | 'log'>) {
  const open = (connection: Connection, filter: QueryFilter<unknown>): ChangeWatch =>
    new ChangeWatch({ ...options, restAfterMs, connection, match: { $match: filter } });
  if (core.getClient() === control.getClient() && core.name === control.name) {
    const ofBoth = open(core, { $or: [controlChanges, coreChanges] });
    return { ofControl: ofBoth, ofCore: ofBoth };
  }
  return { ofControl: open(control, controlChanges), ofCore: open(core, coreChanges) };
}

/** Starts to hear of revocations, so that they work here within a second of their commit; the databases are open. */
export function watchRevocations(caches: readonly Forgetful[], log: Logger): RevocationWatch {
  const onChange = (id: string): void => caches.forEach((cache) => cache.purge(id));
  const onGap = (): void => caches.forEach((cache) => cache.clear());
  const { ofControl, ofCore } = openWatches({ onChange, onGap, log });
  return {
    isControlLive: () => ofControl.isLive(),
    isCoreLive: () => ofCore.isLive(),
    need() {
      ofControl.need();
      ofCore.need();
    },
    checks: [streamCheck('controlChanges', ofControl), streamCheck('coreChanges', ofCore)],
    async stop() {
      await Promise.all([ofControl.stop(), ofCore.stop()]);
    },
  };
}

/** For a gateway to which hardly anybody comes with credentials: it believes them for a second each time. */
export const unwatched: RevocationWatch = {
  isControlLive: () => false,
  isCoreLive: () => false,
  need: () => undefined,
  checks: [],
  stop: () => Promise.resolve(),
};
