import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';
import { RunAgain, type Transaction } from '@pas/platform/mongo/in-transaction';
import { codeFromLabel, planCodes, spareCode, spareIndexOf } from '../models/dial-code.ts';
import { FenceModel, type FenceRow } from '../models/fence.ts';
import { UnitModel, type UnitRow } from '../models/unit.ts';
import { reservedCodes, reserveCodes } from './reserved-codes.ts';

/** The fields of a unit that decide about its dial code. */
type CodedUnit = Pick<UnitRow, '_id' | 'tenantId' | 'propertyId' | 'labelKey' | 'dialCode'>;

/** The fields of units by which their labels are compared. */
type LabelledUnit = Pick<UnitRow, '_id' | 'propertyId' | 'dialCode' | 'label' | 'labelKey' | 'isLive'>;

/** The filters of other units that the next read finds too, and the units found so far. */
interface UnitSearch {
  filters: object[];
  found: LabelledUnit[];
}

const fieldsRead = { propertyId: 1, dialCode: 1, label: 1, labelKey: 1, isLive: 1 };

/** The number of spare codes that are read beyond the needed ones. The floor rises over half as many taken codes. */
const readAhead = 32;

/** Returns the id of a property's floor. No spare code with a lower index than the floor is free. */
const floorId = (propertyId: string): string => `${propertyId}|dial-codes`;

/** New units of a property that need codes. */
interface Newcomers {
  propertyId: string;
  units: readonly CodedUnit[];
  floor: number;
  /** The number of spare codes to read beyond the needed ones. */
  ahead: number;
  /** The codes among the candidates that are in use or at rest. */
  taken: ReadonlySet<string>;
  /** The codes that were reserved before the reads. They may be committed since, and invisible to the reads. */
  reservedBefore: ReadonlySet<string>;
}

async function readFloors(
  { session }: Transaction,
  tenantId: string,
  propertyIds: readonly string[],
): Promise<Map<string, number>> {
  const filter = { _id: { $in: propertyIds.map(floorId) }, tenantId };
  const rows = await FenceModel.find(filter, { passed: 1 }).session(session).lean<FenceRow[]>();
  return new Map(rows.map(({ _id, passed }) => [_id, passed]));
}

/** Returns the codes that the units may get: their digits, and as many spare ones as may be needed. */
function candidatesOf({ units, floor, ahead }: Newcomers): string[] {
  const own = units.map(({ labelKey }) => codeFromLabel(labelKey)).filter((code) => code !== null);
  const spare = Array.from({ length: units.length + ahead }, (_, index) => spareCode(floor + index));
  return [...new Set([...own, ...spare])];
}

/** The tenant of the reads, and other units that the first one finds. */
interface CodeReads {
  tenantId: string;
  search: UnitSearch;
}

/** Reads the taken codes among the candidates. A deleted unit has its code until the end of its rest. */
async function readTaken(
  { session }: Transaction,
  { tenantId, search }: CodeReads,
  all: readonly Newcomers[],
): Promise<Newcomers[]> {
  const coded = all.map((each) => ({ propertyId: each.propertyId, dialCode: { $in: candidatesOf(each) } }));
  const alternatives = [...search.filters.splice(0), ...coded];
  // The tenant is in each alternative, so that none is found by reading all units of the tenant.
  const $or = alternatives.map((each) => ({ ...each, tenantId }));
  const rows = await UnitModel.find({ $or }, fieldsRead).session(session).lean<LabelledUnit[]>();
  search.found.push(...rows);
  const byProperty = Map.groupBy(rows, ({ propertyId }) => propertyId);
  return all.map((each) => ({
    ...each,
    taken: new Set(byProperty.get(each.propertyId)?.map(({ dialCode }) => dialCode ?? '')),
  }));
}

/** Whether so many codes are taken that a unit may need one beyond the candidates. */
const isShort = ({ propertyId, taken, reservedBefore, ahead }: Newcomers): boolean =>
  taken.size + reservedBefore.size + reservedCodes(propertyId).size > ahead;

/**
 * Reads whether the digits of the labels are free, if all labels are digits. Then no unit needs a spare code, and no
 * floor is read.
 *
 * @returns null when a unit needs a spare code
 */
async function readOwn(
  transaction: Transaction,
  reads: CodeReads,
  all: readonly Newcomers[],
): Promise<Newcomers[] | null> {
  const codesOf = ({ units }: Newcomers) => units.map(({ labelKey }) => codeFromLabel(labelKey));
  const isUnique = (each: Newcomers) => new Set(codesOf(each)).size === each.units.length;
  if (all.some((each) => codesOf(each).includes(null) || !isUnique(each))) return null;
  const ownOnly = all.map((each) => ({ ...each, ahead: -each.units.length }));
  const read = await readTaken(transaction, reads, ownOnly);
  const isFree = (each: Newcomers) =>
    each.taken.size === 0 && codesOf(each).every((code) => !each.reservedBefore.has(code ?? ''));
  return read.every(isFree) ? read : null;
}

/** Reads the new units' floors and taken codes. It usually needs two statements, or one for labels of digits. */
async function readNewcomers(
  transaction: Transaction,
  reads: CodeReads,
  units: readonly CodedUnit[],
): Promise<Newcomers[]> {
  const byProperty = Map.groupBy(units, ({ propertyId }) => propertyId);
  const reserved = new Map([...byProperty.keys()].map((id) => [id, new Set(reservedCodes(id))]));
  const empty = { floor: 0, ahead: readAhead, taken: new Set<string>() };
  let all: Newcomers[] = [...byProperty].map(([propertyId, ofProperty]) => ({
    ...empty,
    propertyId,
    units: ofProperty,
    reservedBefore: reserved.get(propertyId) ?? new Set(),
  }));
  const own = await readOwn(transaction, reads, all);
  if (own) return own;
  const floors = await readFloors(transaction, reads.tenantId, [...byProperty.keys()]);
  all = all.map((each) => ({ ...each, floor: floors.get(floorId(each.propertyId)) ?? 0 }));
  all = await readTaken(transaction, reads, all);
  while (all.some(isShort))
    all = await readTaken(
      transaction,
      reads,
      all.map((each) => ({ ...each, ahead: each.ahead * 4 })),
    );
  return all;
}

/** Chooses the codes of a property's new units, by their ids. It awaits nothing, so no other choice interferes. */
function chooseCodes(transaction: Transaction, newcomers: Newcomers): [string, string][] {
  const { propertyId, units, floor, taken, reservedBefore } = newcomers;
  const labelKeys = units.map(({ labelKey }) => labelKey);
  const used = taken.union(reservedBefore).union(reservedCodes(propertyId));
  const codes = planCodes(labelKeys, { taken: used, floor });
  reserveCodes(transaction, propertyId, codes);
  return units.map(({ _id }, index) => [_id, codes[index] ?? '']);
}

/**
 * Raises floors over many taken codes. Most creations raise none, so that they do not conflict.
 *
 * @throws RunAgain when a concurrent transaction has just inserted a floor
 */
async function raiseFloors(
  { session }: Transaction,
  tenantId: string,
  all: readonly Newcomers[],
): Promise<void> {
  const open = { closedAt: null, archivedAt: null, closingUntil: null };
  const steps = all.flatMap(({ propertyId, floor, taken }) => {
    let lowest = floor;
    while (taken.has(spareCode(lowest))) lowest += 1;
    if (lowest < floor + readAhead / 2) return [];
    const filter = { _id: floorId(propertyId), tenantId };
    return [
      { updateOne: { filter, update: { $set: { passed: lowest }, $setOnInsert: open }, upsert: true } },
    ];
  });
  if (steps.length === 0) return;
  try {
    await FenceModel.collection.bulkWrite(steps as never, { session, ordered: false });
  } catch (error) {
    if (duplicateKeyOf(error) === null) throw error;
    throw new RunAgain('Another unit of the property is being created. Try again.');
  }
}

/**
 * Gives new units of a transaction their default dial codes. Units with a code keep it. The number of statements
 * does not depend on the number of units, and none reads all units of a property.
 *
 * @throws RunAgain while another transaction raises the floor of the property
 */
export async function giveDialCodes<Unit extends CodedUnit>(
  transaction: Transaction,
  units: readonly Unit[],
  search: UnitSearch = { filters: [], found: [] },
): Promise<Unit[]> {
  const uncoded = units.filter(({ dialCode }) => dialCode === null);
  const [{ tenantId } = { tenantId: '' }] = uncoded;
  if (uncoded.length === 0) return [...units];
  const all = await readNewcomers(transaction, { tenantId, search }, uncoded);
  const given = new Map(all.flatMap((each) => chooseCodes(transaction, each)));
  await raiseFloors(transaction, tenantId, all);
  return units.map((unit) => ({ ...unit, dialCode: given.get(unit._id) ?? unit.dialCode }));
}

/**
 * Gives a new unit its default dial code, and finds other units by the same read.
 *
 * @param filter matches units of the same tenant
 * @throws RunAgain as `giveDialCodes`
 */
export async function giveDialCodeAndFind<Unit extends CodedUnit>(
  transaction: Transaction,
  unit: Unit,
  filter: object,
): Promise<{ unit: Unit; found: LabelledUnit[] }> {
  const search: UnitSearch = { filters: [filter], found: [] };
  if (unit.dialCode !== null) {
    const read = UnitModel.find({ ...filter, tenantId: unit.tenantId }, fieldsRead);
    return { unit, found: await read.session(transaction.session).lean<LabelledUnit[]>() };
  }
  const [coded = unit] = await giveDialCodes(transaction, [unit], search);
  return { unit: coded, found: search.found };
}

/** Makes the spare codes of units free again. The caller removes the codes from the units. */
export async function releaseDialCodes(
  { session }: Pick<Transaction, 'session'>,
  units: readonly Pick<UnitRow, 'tenantId' | 'propertyId' | 'dialCode'>[],
): Promise<void> {
  const steps = units.flatMap(({ tenantId, propertyId, dialCode }) => {
    const index = dialCode === null ? null : spareIndexOf(dialCode);
    if (index === null) return [];
    const filter = { _id: floorId(propertyId), tenantId, passed: { $gt: index } };
    return [{ updateOne: { filter, update: { $set: { passed: index } } } }];
  });
  if (steps.length > 0) await FenceModel.collection.bulkWrite(steps as never, { session });
}
