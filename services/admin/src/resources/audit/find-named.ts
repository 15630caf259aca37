import { withSearch } from '@pas/platform/lists/search-rows';
import { queryWords, searchWords } from '@pas/platform/text/search-words';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPassModel } from '@pas/shared/models/access-pass';
import { AccessPointModel } from '@pas/shared/models/access-point';
import { ApiKeyModel } from '@pas/shared/models/api-key';
import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import { InviteModel } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { StaffNameModel, staffNameId, type StaffNameRow } from '@pas/shared/models/staff-name';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { VirtualNumberModel } from '@pas/shared/models/virtual-number';
import { heldResidence } from '@pas/shared/residences/held-residence';
import type { Model } from 'mongoose';

/** Maximum number of entities of a kind that a search finds. */
const maxFound = 100;

/** The newest renames and deletions that are searched for former names. */
const maxFormer = 2000;

/** The time limit of a look-up, in milliseconds. */
const maxTimeMS = 5000;

/** Returns the filter of the rows of a kind that a restricted caller may see. */
type Reach = (propertyId: { $in: string[] }, ctx: OperationContext) => object;

const inProperty: Reach = (propertyId) => ({ propertyId });

/** The searched kinds, each with its reach. Only these keep deleted rows. */
const models: readonly (readonly [unknown, Reach])[] = [
  [UnitModel, inProperty],
  [UserModel, (propertyId, ctx) => ({ residences: heldResidence({ propertyId }, ctx) })],
  [PropertyModel, (_id) => ({ _id })],
  [AccessPointModel, inProperty],
  [AccessPassModel, inProperty],
];
const keptModels: readonly (readonly [unknown, Reach])[] = [
  [InviteModel, inProperty],
  [ApiKeyModel, () => ({})],
  [VirtualNumberModel, inProperty],
];

/** Actions that replace or remove a label or name. */
const renames = ['unit', 'property', 'access_point'].flatMap((kind) => [
  `${kind}.updated`,
  `${kind}.deleted`,
]);

/** Finds the entities of a kind with these words, deleted ones too. */
async function findIds(model: Model<never>, filter: Record<string, unknown>, q: string): Promise<string[]> {
  const found = await model
    .find((await withSearch(model, filter, q)) as object, { _id: 1 })
    .limit(maxFound)
    .maxTimeMS(maxTimeMS)
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

/** Returns a check whether each word of `q` begins a word of some texts, as in lists. */
export function matcher(q: string): (texts: readonly string[]) => boolean {
  const wanted = queryWords(q);
  return (texts) => {
    const words = searchWords(...texts);
    return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}

/** Finds the staff with a name. A tenant has few of them. */
async function findStaff({ tenantId }: OperationContext, q: string): Promise<string[]> {
  const prefix = staffNameId(tenantId, '');
  const rows = await StaffNameModel.find({ _id: { $gte: prefix, $lt: `${prefix}\u{10ffff}` } })
    .limit(maxFormer)
    .maxTimeMS(maxTimeMS)
    .lean<StaffNameRow[]>();
  const isMeant = matcher(q);
  return rows.filter(({ name }) => isMeant([name])).map(({ _id }) => _id.slice(prefix.length));
}

/** Finds the entities that had a label or name until one of the newest renames and deletions. */
async function findFormer({ tenantId }: OperationContext, q: string): Promise<string[]> {
  const rows = await AuditRecordModel.find(
    { tenantId, 'record.action': { $in: renames } },
    { 'record.targets': 1, 'record.changes': 1 },
  )
    .sort({ seq: -1 })
    .limit(maxFormer)
    .maxTimeMS(maxTimeMS)
    .lean<Pick<AuditRecordRow, '_id' | 'record'>[]>();
  const isMeant = matcher(q);
  const namesBefore = ({ record: { changes } }: (typeof rows)[number]): string[] =>
    changes.flatMap(({ path, before }) =>
      (path === 'label' || path === 'name') && typeof before === 'string' ? [before] : [],
    );
  const ids = rows.filter((row) => isMeant(namesBefore(row))).map(({ record }) => record.targets[0]?.id);
  return ids.filter((id) => typeof id === 'string');
}

/**
 * Finds the ids of entities and actors whose label, name, e-mail or phone matches `q`. The chain holds digests
 * of personal values, so the search reads the entities themselves: an erased person is not found. It finds at most
 * 100 entities of a kind that the caller may see, and the staff. Former labels are sought among the newest 2,000
 * renames and deletions.
 */
export async function findNamed(ctx: OperationContext, q: string): Promise<string[]> {
  const { tenantId, principal } = ctx;
  const visible = principal.propertyIds && { $in: [...principal.propertyIds] };
  const find = async ([model, reach]: readonly [unknown, Reach], filter: object): Promise<string[]> =>
    findIds(model as Model<never>, { ...filter, ...(visible && reach(visible, ctx)) }, q);
  const found = await Promise.all([
    ...models.map(async (kind) => find(kind, { tenantId, isLive: { $in: [true, false] } })),
    ...keptModels.map(async (kind) => find(kind, { tenantId })),
    findStaff(ctx, q),
    findFormer(ctx, q),
  ]);
  return [...new Set(found.flat())];
}
