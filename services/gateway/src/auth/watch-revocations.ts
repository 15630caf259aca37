import type { HealthCheck } from '@pas/platform/health/readiness';
import type { Logger } from '@pas/platform/log/logger';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { ControllerKeyModel } from '@pas/shared/models/controller-key';
import { OperatorSessionModel } from '@pas/shared/models/operator-session';
import { SessionModel } from '@pas/shared/models/session';
import { TenantModel } from '@pas/shared/models/tenant';
import { UserModel } from '@pas/shared/models/user';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { maxLifeMs } from './credential-cache.ts';
import { ChangeWatch, type WatchOptions } from './watch-changes.ts';

/** An update of fields that credentials hang on; whole documents may bring anything. */
const touching = (...fields: string[]) => ({
  $or: [
    { operationType: { $in: ['replace', 'delete'] } },
    ...fields.map((field) => ({ [`updateDescription.updatedFields.${field}`]: { $exists: true } })),
  ],
});

/** A collection whose changes end credentials. The server leaves out the changes that the filter does not match. */
interface Watched {
  connection: Connection;
  collection: string;
  filter: QueryFilter<unknown>;
}

const watchedIn = (model: Model<never>, filter: QueryFilter<unknown>): Watched => ({
  connection: model.db,
  collection: model.collection.name,
  filter,
});

/**
 * Whatever happens to keys and tenants that exist, and the end of operator sessions, but for the gateway's own notes of
 * when a key or a session was used.
 */
const ofControl = (): Watched[] => [
  watchedIn(ApiKeyModel as never, {
    operationType: { $ne: 'insert' },
    'updateDescription.updatedFields.lastUsedAt': { $exists: false },
  }),
  watchedIn(TenantModel as never, { operationType: { $ne: 'insert' } }),
  watchedIn(OperatorSessionModel as never, touching('revokedAt')),
];

/** Not what can't end a session: refreshes, and the rows of an import. */
const ofCore = (): Watched[] => [
  watchedIn(SessionModel as never, touching('revokedAt')),
  watchedIn(UserModel as never, touching('status', 'isLive', 'formerDueAt')),
  watchedIn(ControllerKeyModel as never, touching('isLive')),
];

/** What remembers credentials and forgets them when a record changes. */
export interface Forgetful {
  purge(id: string): void;
  clear(): void;
}

/** Longer than any credential is remembered: after that there is none left to forget. */
const restAfterMs = maxLifeMs + 5000;

/** The streams of changes of keys, tenants, sessions and users. */
export interface RevocationWatch {
  isControlLive(): boolean;
  isCoreLive(): boolean;
  /** Called whenever a credential was verified, which may be remembered from then on. */
  need(): void;
  checks: readonly HealthCheck[];
  stop(): Promise<void>;
}

function streamCheck(name: string, watches: readonly ChangeWatch[]): HealthCheck {
  return {
    name,
    isCritical: false,
    check: () => {
      if (watches.some((watch) => watch.isLost())) throw new Error('does not receive revocations');
      return undefined;
    },
  };
}

type WatchParts = Pick<WatchOptions, 'onChange' | 'onGap' | 'log'>;

const openAll = (watched: readonly Watched[], parts: WatchParts): ChangeWatch[] =>
  watched.map(
    ({ connection, collection, filter }) =>
      new ChangeWatch({ ...parts, restAfterMs, connection, collection, match: { $match: filter } }),
  );

const areLive = (watches: readonly ChangeWatch[]): boolean => watches.every((watch) => watch.isLive());

/** Starts to hear of revocations, so that they work here within a second of their commit; the databases are open. */
export function watchRevocations(caches: readonly Forgetful[], log: Logger): RevocationWatch {
  const onChange = (id: string): void => caches.forEach((cache) => cache.purge(id));
  const onGap = (): void => caches.forEach((cache) => cache.clear());
  const parts = { onChange, onGap, log };
  const [control, core] = [openAll(ofControl(), parts), openAll(ofCore(), parts)];
  const all = [...control, ...core];
  return {
    isControlLive: () => areLive(control),
    isCoreLive: () => areLive(core),
    need: () => all.forEach((watch) => watch.need()),
    checks: [streamCheck('controlChanges', control), streamCheck('coreChanges', core)],
    async stop() {
      await Promise.all(all.map((watch) => watch.stop()));
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
