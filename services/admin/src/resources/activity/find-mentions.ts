import type { OperationContext } from '@pas/shared/context/operation-context';
import { entityOfId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { holdsScope } from '@pas/shared/principal/principal';
import { findNamed, matcher } from '../audit/find-named.ts';
import type { ActivityKind } from './activity.schema.ts';

/** Maximum number of ids of one kind. MongoDB reads up to 200 values of a field in the order of an index. */
const maxOfKind = 100;

/** The newest passes whose holders are searched. */
const maxPasses = 1000;

/** Time limit of a look-up, in milliseconds. */
const maxTimeMS = 5000;

/** The entities that a text names. */
export interface Mentions {
  properties: string[];
  units: string[];
  doors: string[];
  /** Residents, staff and API keys: the subjects of access events. */
  people: string[];
  passes: string[];
  /** Invites and phone numbers, which only changes refer to. */
  others: string[];
}

/** The scopes by which callers may search the kinds of entities. Access events show the names of staff anyway. */
const scopes = {
  property: 'properties:read',
  unit: 'units:read',
  accessPoint: 'access-points:read',
  user: 'users:read',
  apiKey: 'api-keys:read',
  invite: 'onboarding:read',
  virtualNumber: 'virtual-numbers:read',
  staff: 'access-events:read',
} as const;

/** Finds passes by the name of the guest or first holder, among the newest ones. */
async function findPasses({ tenantId, principal }: OperationContext, q: string): Promise<string[]> {
  if (!holdsScope(principal, 'passes:read')) return [];
  const { propertyIds } = principal;
  const visible = propertyIds && { propertyId: { $in: [...propertyIds] } };
  const filter = { tenantId, isLive: { $in: [true, false] }, groupId: null, ...visible };
  const passes = await AccessPassModel.find(filter, { guestName: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxPasses)
    .maxTimeMS(maxTimeMS)
    .lean<Pick<AccessPassRow, '_id' | 'guestName'>[]>();
  const isMeant = matcher(q);
  return passes
    .filter(({ guestName }) => guestName !== null && isMeant([guestName]))
    .map(({ _id }) => _id)
    .slice(0, maxOfKind);
}

/**
 * Finds the entities whose label, name, e-mail or phone matches `q`, as the audit does. Finds passes by their holders.
 * It costs ten statements and returns at most 100 ids of a kind, without kinds outside the caller's scopes.
 */
export async function findMentions(ctx: OperationContext, q: string): Promise<Mentions> {
  const [named, passes] = await Promise.all([findNamed(ctx, q), findPasses(ctx, q)]);
  // The ids of staff are those of their identity provider.
  const byKind = Map.groupBy(named, (id) => entityOfId(id) ?? 'staff');
  const of = (kind: keyof typeof scopes): string[] =>
    holdsScope(ctx.principal, scopes[kind]) ? (byKind.get(kind) ?? []).slice(0, maxOfKind) : [];
  return {
    properties: of('property'),
    units: of('unit'),
    doors: of('accessPoint'),
    people: [...of('user'), ...of('apiKey'), ...of('staff')].slice(0, maxOfKind),
    passes,
    others: [...of('invite'), ...of('virtualNumber')].slice(0, maxOfKind),
  };
}

/** The fields by which entries of a kind refer to entities. */
const references: Readonly<Record<ActivityKind, (mentions: Mentions) => [field: string, ids: string[]][]>> = {
  ACCESS: ({ properties, units, doors, people, passes }) => [
    ['propertyId', properties],
    ['unitId', units],
    ['accessPointId', doors],
    ['subject.id', people],
    ['passId', passes],
  ],
  CALL: ({ properties, units, people }) => [
    ['propertyId', properties],
    ['unitId', units],
    ['legs.userId', people],
  ],
  ALARM: ({ properties, doors }) => [
    ['propertyId', properties],
    ['accessPointId', doors],
  ],
  CHANGE: ({ properties, units, doors, people, passes, others }) => [
    ['record.targets.id', [...properties, ...units]],
    ['record.targets.id', [...doors, ...people]],
    ['record.targets.id', [...passes, ...others]],
  ],
};

/** Returns the conditions for entries that refer to found entities: one for each index; none of all without a search. */
export function mentionsIn(kind: ActivityKind, mentions: Mentions | null): Record<string, unknown>[] {
  if (mentions === null) return [{}];
  return references[kind](mentions)
    .filter(([, ids]) => ids.length > 0)
    .map(([field, ids]) => ({ $and: [{ [field]: { $in: ids } }] }));
}
