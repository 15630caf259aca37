import { tenantNow } from '@pas/shared/context/tenant-now';
import { checkAll } from '@pas/platform/errors/check-all';
import { notFound } from '@pas/platform/errors/raise';
import { requireVersion } from '@pas/platform/http/if-match';
import { sentFields } from '@pas/platform/http/sent-fields';
import { passChanged } from '@pas/shared/access/audited-pass';
import { changedFields } from '@pas/platform/mongo/changed-fields';
import { withSources } from '@pas/platform/mongo/derive-fields';
import { choosePins, throwTakenPin } from '@pas/shared/access/choose-pins';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { endProblem, windowProblem } from '@pas/shared/access/pass.schema';
import { requireEndAhead } from '@pas/shared/access/require-end-ahead';
import { commit, type Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { refuseVirtualNumbers } from '@pas/shared/recipients/refuse-virtual-number';
import { loadProperty } from '../properties/load-property.ts';
import { loadPass } from './load-pass.ts';
import type { UpdatePass } from './pass-requests.schema.ts';
import type { PassGroup } from './pass.schema.ts';
import { requireDoors } from './require-doors.ts';
import { requireLivePass } from './require-live-pass.ts';
import { checkHolders, phonePathOf, storedHolder } from './stored-holder.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdatePass;
}

/** A changed pass, with the ids of the holders whose PIN had to change. */
export interface UpdatedPass {
  group: PassGroup;
  newPins: ReadonlySet<string>;
}

type SentPatch = Partial<UpdatePass>;

/** @throws invalid when the stored and the sent times do not fit together */
function requireValidTimes(pass: AccessPassRow, { startsAt, endsAt, timeFrom, timeTo }: SentPatch): void {
  const times = { ...pass, ...sentFields({ startsAt, endsAt, timeFrom, timeTo }) };
  const problem = endProblem(times) ?? windowProblem(times);
  if (!problem) return;
  const { code, message } = problem;
  const isStart = problem.path === 'endsAt' && endsAt === undefined;
  const path = isStart ? 'startsAt' : problem.path;
  throw invalidField(path, code, `${path}: ${message}`);
}

/** Checks rules beyond the schema. @throws invalid with the problems of all fields */
const requireValid = (ctx: OperationContext, pass: AccessPassRow, sent: SentPatch) =>
  checkAll(
    () => requireEndAhead(sent, tenantNow(ctx)),
    () => checkHolders(sent.holders),
    () => requireValidTimes(pass, sent),
  );

/** Checks a patch whose other fields have problems. @throws not_found, invalid */
export async function checkPassPatch(ctx: OperationContext, id: string, sent: SentPatch): Promise<void> {
  const [pass] = await loadPass(ctx, id);
  await requireValid(ctx, pass, sent);
}

/**
 * Applies the fields of a holder. An e-mail that is only spelled in another way stays as it is. Messages that wait for
 * a former contact are not sent.
 */
function patchedHolder(row: AccessPassRow, fields: ReturnType<typeof storedHolder>, at: Date): AccessPassRow {
  const { holderEmail, holderEmailKey, ...others } = fields;
  const isSameEmail = holderEmailKey === undefined || holderEmailKey === (row.holderEmailKey ?? null);
  const patched = {
    ...row,
    ...others,
    ...(!isSameEmail && { holderEmail: holderEmail ?? null, holderEmailKey }),
  };
  const isMoved = { EMAIL: !isSameEmail, SMS: patched.holderPhone !== row.holderPhone };
  const deliveries = row.deliveries?.map((delivery) =>
    delivery.status === 'QUEUED' && isMoved[delivery.channel]
      ? { ...delivery, status: 'FAILED' as const, error: 'contact_changed', at }
      : delivery,
  );
  return { ...patched, ...(deliveries && { deliveries }) };
}

/** Applies the sent holders. @throws not_found for one who does not hold the pass; invalid for a phone */
async function patchHolders(
  ctx: OperationContext,
  group: PassGroup,
  holders: NonNullable<UpdatePass['holders']>,
): Promise<PassGroup> {
  const ids = new Set(group.map(({ _id }) => _id));
  if (holders.some(({ id }) => !ids.has(id))) throw notFound();
  const hasPhone = holders.some(({ phone }) => phone != null);
  const country = hasPhone ? (await loadProperty(ctx, group[0].propertyId)).address.country : null;
  const sent = holders.map((holder, index) => [holder.id, storedHolder(holder, index, country)] as const);
  await refuseVirtualNumbers(sent.map(([, { holderPhone = null }], at) => [phonePathOf(at), holderPhone]));
  const byId = new Map(sent);
  const patch = (row: AccessPassRow): AccessPassRow => patchedHolder(row, byId.get(row._id) ?? {}, ctx.now);
  const [first, ...others] = group;
  return [patch(first), ...others.map(patch)];
}

const hasSameDoors = (a: AccessPassRow, b: AccessPassRow): boolean =>
  new Set(a.accessPointIds).symmetricDifference(new Set(b.accessPointIds)).size === 0;

/** Applies a patch to the rows of all holders, and checks the doors of the result. */
async function patchGroup(
  ctx: OperationContext,
  group: PassGroup,
  { holders = [], weekdays, ...sent }: UpdatePass,
): Promise<PassGroup> {
  const fields = { ...sentFields(sent), ...(weekdays !== undefined && { weekdays: weekdays ?? [] }) };
  const patch = (row: AccessPassRow): AccessPassRow => {
    const patched = { ...row, ...fields };
    return hasSameDoors(row, patched) ? { ...patched, accessPointIds: row.accessPointIds } : patched;
  };
  const [first, ...others] = await patchHolders(ctx, group, holders);
  const pass = patch(first);
  if (!hasSameDoors(first, pass)) await requireDoors(ctx, pass);
  return [pass, ...others.map(patch)];
}

/** Stores the changed fields of all holders by one statement. */
async function store(
  ctx: OperationContext,
  { session }: Change,
  [before, group]: [PassGroup, PassGroup],
): Promise<PassGroup> {
  const { tenantId, now } = ctx;
  const updates = group.map((row, at) => {
    const changed = changedFields(before[at] ?? row, row);
    const $set = { ...withSources(AccessPassModel, row, changed), updatedAt: now };
    return {
      updateOne: { filter: { _id: row._id, tenantId, isLive: true }, update: { $set, $inc: { version: 1 } } },
    };
  });
  await AccessPassModel.bulkWrite(updates, { session }).catch(throwTakenPin);
  const stored = (row: AccessPassRow): AccessPassRow => ({
    ...row,
    version: row.version + 1,
    updatedAt: now,
  });
  const [first, ...others] = group;
  return [stored(first), ...others.map(stored)];
}

/**
 * Extends or corrects a live pass for all its holders. Links stay. PINs stay too, unless another live pass has one at
 * a new door. A patch without changes leaves version and audit unchanged.
 *
 * @throws not_found for the pass, a door or a holder; invalid; precondition_failed
 * @throws conflict (`pass_ended`) when the pass has ended
 */
export async function updatePass(
  ctx: OperationContext,
  links: PassLinks,
  { id, ifMatch, patch }: Update,
): Promise<UpdatedPass> {
  return commit(ctx, async (change) => {
    const group = await loadPass(ctx, id, change.session);
    await requireValid(ctx, group[0], patch);
    const patched = await patchGroup(ctx, group, patch);
    const [before, after] = [group[0], patched[0]];
    requireVersion(before, ifMatch);
    requireLivePass(before, ctx.now);
    const changes = passChanged(group, patched);
    if (changes.length === 0) return { group, newPins: new Set<string>() };
    const isMoved = !hasSameDoors(before, after);
    if (isMoved) await choosePins(ctx, change, { links, rows: patched });
    const doors = isMoved ? after.accessPointIds.map((door) => ({ type: 'access_point', id: door })) : [];
    change.record({
      action: 'access_pass.updated',
      targets: [{ type: 'access_pass', id: before._id }, ...doors],
      changes,
      propertyIds: [before.propertyId],
    });
    const repinned = group.filter(({ pinCounter }, at) => pinCounter !== patched[at]?.pinCounter);
    const stored = await store(ctx, change, [group, patched]);
    return { group: stored, newPins: new Set(repinned.map(({ _id }) => _id)) };
  });
}
