import { takeTurns } from '@pas/platform/concurrency/take-turns';
import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import type { ResolvedRow } from '../rows/resolved-row.ts';
import type { Roster } from './roster.ts';

/** Move-outs of a batch of residents. */
export interface MoveOutBatch {
  rows: ResolvedRow[];
  /**
   * The homes in this batch that are eligible for a move-out, whether or not their resident is in the roster.
   */
  proposable: number;
}

type Resident = Pick<UserRow, '_id' | 'residences'>;

/** Residents per batch. */
const batchSize = 500;

const byProperty = { tenantId: 1, isLive: 1, 'residences.propertyId': 1, createdAt: -1, _id: -1 } as const;

/**
 * Selects residents with a current, open-ended home in a property who have an externalId or were imported.
 */
function residentsOf(ctx: OperationContext, propertyId: string) {
  const { tenantId } = ctx;
  const home = { $elemMatch: { propertyId, startsAt: { $lte: tenantNow(ctx) }, endsAt: null } };
  const isManaged = [{ externalId: { $gt: '' } }, { importedBy: { $gt: '' } }];
  const filter = { tenantId, isLive: true, 'residences.propertyId': propertyId, $or: isManaged };
  return UserModel.find({ ...filter, kind: 'RESIDENT', residences: home }, { residences: 1 })
    .hint(byProperty)
    .sort({ createdAt: -1, _id: -1 })
    .lean<Resident[]>()
    .cursor({ batchSize });
}

/** Returns the homes that a resident could move out of: started, and without an end. */
const openHomes = ({ residences }: Resident, ctx: OperationContext, roster: Roster): Residence[] =>
  residences.filter(
    ({ propertyId, startsAt, endsAt }) =>
      roster.propertyIds.has(propertyId) && startsAt <= tenantNow(ctx) && endsAt === null,
  );

const isMissing = ({ user, homes }: { user: Resident; homes: readonly Residence[] }, roster: Roster) =>
  !roster.hasUser(user._id) && !homes.some(({ unitId }) => roster.hasUnreadable(unitId));

async function loadLabels({ tenantId }: OperationContext, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const units = await UnitModel.find({ tenantId, _id: { $in: ids } }, { label: 1 }).lean<
    Pick<UnitRow, '_id' | 'label'>[]
  >();
  return new Map(units.map(({ _id, label }) => [_id, label]));
}

interface MoveOutCandidate {
  userId: string;
  home: Residence;
  line: number;
  personLine: number;
}

function toRow({ userId, home, line, personLine }: MoveOutCandidate, label: string | null): ResolvedRow {
  const { id: residenceId, unitId, propertyId } = home;
  return {
    line,
    cells: [],
    verdict: 'move_out',
    propertyId,
    unitId,
    userId,
    personLine,
    unitLine: null,
    operation: {
      kind: 'RESIDENT',
      userId,
      isNewUser: false,
      propertyId,
      unitId,
      newUnit: null,
      user: {},
      residence: null,
      end: { residenceId, endsAt: null },
      invite: 'NONE',
    },
    changes: [{ field: 'residence.unit', before: label, after: null }],
    problems: [],
  };
}

/** Walks the residents of the roster's properties in batches, each resident once. */
async function* walkResidents(ctx: OperationContext, roster: Roster) {
  const turn = takeTurns();
  const walked = new Set<string>();
  let batch: { user: Resident; homes: Residence[] }[] = [];
  for (const propertyId of [...roster.propertyIds].toSorted()) {
    for await (const user of residentsOf(ctx, propertyId)) {
      await turn();
      const homes = openHomes(user, ctx, roster);
      if (homes.some((home) => walked.has(home.propertyId))) continue;
      batch.push({ user, homes });
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    walked.add(propertyId);
  }
  if (batch.length > 0) yield batch;
}

/**
 * Plans the move-outs of residents who are not in the roster: one row per home in its properties. The rows
 * are numbered after the last line of the table. The homes end when the plan is executed. The number of
 * residents in memory is constant.
 *
 * @param after the last line of the table
 */
export async function* planMoveOuts(
  ctx: OperationContext,
  roster: Roster,
  after: number,
): AsyncGenerator<MoveOutBatch> {
  let line = after;
  for await (const batch of walkResidents(ctx, roster)) {
    const leaving: MoveOutCandidate[] = [];
    for (const each of batch.filter((one) => isMissing(one, roster))) {
      const personLine = line + 1;
      for (const home of each.homes) {
        line += 1;
        leaving.push({ userId: each.user._id, home, line, personLine });
      }
    }
    const labels = await loadLabels(ctx, [...new Set(leaving.map(({ home }) => home.unitId))]);
    yield {
      rows: leaving.map((each) => toRow(each, labels.get(each.home.unitId) ?? null)),
      proposable: batch.reduce((sum, { homes }) => sum + homes.length, 0),
    };
  }
}

/** Whether the properties of a roster have more residents than a given number, former ones included. */
export async function hasMoreResidents(
  { tenantId }: OperationContext,
  { propertyIds }: Roster,
  count: number,
): Promise<boolean> {
  const filter = { tenantId, isLive: true, 'residences.propertyId': { $in: [...propertyIds] } };
  return (await UserModel.countDocuments(filter).limit(count + 1)) > count;
}
