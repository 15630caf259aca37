import { insertApiKey } from '@pas/shared/api-keys/insert-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey } from '@pas/shared/api-keys/new-api-key';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { commitControl } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import type { PropertyRow } from '@pas/shared/models/property';
import { daysBefore } from './demo-context.ts';
import { atWork, earlier, managerOf, type Scene } from './demo-scene.ts';

/** Purpose, lifetime and state of a key. */
interface KeyStory {
  name: string;
  scopes: readonly string[];
  daysAgo: number;
  days: number;
  isRestricted?: boolean;
  end?: (at: { now: Date; row: ApiKeyRow }) => Partial<ApiKeyRow>;
}

const revoked: KeyStory['end'] = ({ now, row }) => ({
  status: 'REVOKED',
  revokedAt: daysBefore(now, 30),
  revokedReason: 'The contract has ended.',
  updatedAt: daysBefore(now, 30),
  lastUsedAt: daysBefore(now, 31),
  version: row.version + 1,
});

const usedLately: KeyStory['end'] = ({ now }) => ({ lastUsedAt: daysBefore(now, 0.02) });

const stories: readonly KeyStory[] = [
  {
    name: 'Nightly roster sync',
    scopes: ['users:*', 'units:*', 'properties:read'],
    daysAgo: 41,
    days: 90,
    end: usedLately,
  },
  {
    name: 'Lobby display',
    scopes: ['access-events:read'],
    daysAgo: 63,
    days: 365,
    isRestricted: true,
    end: usedLately,
  },
  { name: 'Quarterly report', scopes: ['analytics:read', 'calls:read'], daysAgo: 200, days: 90 },
  { name: 'Door installer', scopes: ['access-points:*'], daysAgo: 120, days: 180, end: revoked },
];

const environments = ['DEV', 'TEST'];

/** Settings of the keys. */
interface KeySettings {
  pepper: string;
  /** Properties of a restricted key. */
  propertyIds: readonly string[];
}

/** A key to store, with the context of its request. */
interface DemoKey {
  ctx: OperationContext;
  row: ApiKeyRow;
}

function layOut(scene: Scene, story: KeyStory, { pepper, propertyIds }: KeySettings): DemoKey {
  const { ctx } = atWork(earlier(scene, story.daysAgo), managerOf(scene, story.daysAgo));
  const { tenantId, now } = ctx;
  const facts = {
    tenantId,
    name: story.name,
    scopes: [...story.scopes],
    environments,
    propertyIds: story.isRestricted ? [...propertyIds] : null,
    rateLimit: { limit: 600, windowSeconds: 60 },
    createdBy: actorOf(ctx),
    days: story.days,
  };
  const row = newApiKey(mintApiKey('DEV'), facts, { pepper, now });
  return { ctx, row: { ...row, ...story.end?.({ now: scene.ctx.now, row }) } };
}

/** Builds a key that was rotated yesterday and works for some more days beside its successor. */
function buildRotation(scene: Scene, settings: KeySettings): DemoKey[] {
  const { now } = scene.ctx;
  const story = { name: 'Dashboard', scopes: ['properties:read', 'units:read', 'onboarding:*'], days: 90 };
  const old = layOut(scene, { ...story, daysAgo: 70 }, settings);
  const next = layOut(scene, { ...story, daysAgo: 1 }, settings);
  const { _id: rotatedFrom, lineageId } = old.row;
  const rotating = {
    status: 'ROTATING' as const,
    rotatedAt: next.row.createdAt,
    graceUntil: daysBefore(now, -6),
    replacedBy: next.row._id,
    lastUsedAt: daysBefore(now, 0.5),
    updatedAt: next.row.createdAt,
    version: 2,
  };
  return [
    { ...old, row: { ...old.row, ...rotating } },
    { ...next, row: { ...next.row, rotatedFrom, lineageId, lastUsedAt: daysBefore(now, 0.01) } },
  ];
}

/** Adds keys of a tenant in every state. Their secrets are not stored, so the keys cannot be used. */
export async function seedKeys(
  scene: Scene,
  properties: readonly PropertyRow[],
  pepper: string,
): Promise<void> {
  const settings = { pepper, propertyIds: properties.slice(0, 1).map(({ _id }) => _id) };
  const keys = [...stories.map((story) => layOut(scene, story, settings)), ...buildRotation(scene, settings)];
  for (const { ctx, row } of keys) await commitControl(ctx, (change) => insertApiKey(change, row));
}
