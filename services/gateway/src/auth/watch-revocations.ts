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

/** Matches updates of fields that credentials depend on, and all replacements and deletions of documents. */
const touching = (...fields: string[]) => ({
  $or: [
    { operationType: { $in: ['replace', 'delete'] } },
    ...fields.map((field) => ({ [`updateDescription.updatedFields.${field}`]: { $exists: true } })),
  ],
});

/** A collection whose changes end credentials. The server leaves out the changes that the filter does not match. */
interface WatchedCollection {
  connection: Connection;
  collection: string;
  filter: QueryFilter<unknown>;
}

const watchedIn = (model: Model<never>, filter: QueryFilter<unknown>): WatchedCollection => ({
  connection: model.db,
  collection: model.collection.name,
  filter,
});

/**
 * Changes of existing keys and tenants, and the end of operator sessions. The gateway's own writes of the last use do
 * not match.
 */
const ofControl = (): WatchedCollection[] => [
  watchedIn(ApiKeyModel as never, {
    operationType: { $ne: 'insert' },
    'updateDescription.updatedFields.lastUsedAt': { $exists: false },
  }),
  watchedIn(TenantModel as never, { operationType: { $ne: 'insert' } }),
  watchedIn(OperatorSessionModel as never, touching('revokedAt')),
];

/** Refreshes and rows of an import do not match, because they end no session. */
const ofCore = (): WatchedCollection[] => [
  watchedIn(SessionModel as never, touching('revokedAt')),
  watchedIn(UserModel as never, touching('status', 'isLive', 'formerDueAt')),
  watchedIn(ControllerKeyModel as never, touching('isLive', 'graceUntil')),
];

/** A cache of credentials that drops them when a record changes. */
export interface RevocableCache {
  purge(id: string): void;
  clear(): void;
}

/** Longer than the life of any cached credential, so nothing remains to be dropped. */
const restAfterMs = maxLifeMs + 5000;

/** The streams of changes of keys, tenants, sessions and users. */
export interface RevocationWatch {
  isControlLive(): boolean;
  isCoreLive(): boolean;
  /** Called before a credential is looked up, because it may be cached from then on. */
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

const openAll = (watched: readonly WatchedCollection[], parts: WatchParts): ChangeWatch[] =>
  watched.map(
    ({ connection, collection, filter }) =>
      new ChangeWatch({ ...parts, restAfterMs, connection, collection, match: { $match: filter } }),
  );

const areLive = (watches: readonly ChangeWatch[]): boolean => watches.every((watch) => watch.isLive());

/** Watches revocations, so that they work here within a second of their commit. The databases must be open. */
export function watchRevocations(caches: readonly RevocableCache[], log: Logger): RevocationWatch {
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

/** For a webhook ingress, which receives hardly any credentials: it trusts each one for a second. */
export const unwatched: RevocationWatch = {
  isControlLive: () => false,
  isCoreLive: () => false,
  need: () => undefined,
  checks: [],
  stop: () => Promise.resolve(),
};
