import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import type { Change } from '../change/commit.ts';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import type { RowContext } from '../models/new-row.ts';
import type { PassLinks } from './pass-links.ts';

/** Number of PINs that a token offers. Even at doors with a thousand passes, one of them is free. */
const maxCandidates = 8;

/** Returns a pass with the PIN of one of its counters. */
function candidateOf(links: PassLinks, row: AccessPassRow, pinCounter: number) {
  const pin = links.pinOf({ ...row, pinCounter });
  const { accessPointIds, secretVersion } = row;
  return {
    pinCounter,
    /** The stored forms of the PIN, one for each door. */
    pinKeys: accessPointIds.map((id) => links.pinKeyOf(id, pin, secretVersion)),
    /** The forms that other passes of the doors may have stored, under any configured secret. */
    otherKeys: accessPointIds.flatMap((id) => links.pinKeysOf(id, pin)),
  };
}

/** Returns those of the stored PINs that other live passes already use. */
async function readTaken(
  { tenantId }: RowContext,
  { session }: Change,
  { keys, rows }: { keys: string[]; rows: readonly AccessPassRow[] },
): Promise<Set<string>> {
  const others = { $nin: rows.map(({ _id }) => _id) };
  const filter = { tenantId, isLive: true, pinKeys: { $in: keys }, _id: others };
  const passes = await AccessPassModel.find(filter, { pinKeys: 1 })
    .session(session)
    .lean<Pick<AccessPassRow, 'pinKeys'>[]>();
  return new Set(passes.flatMap(({ pinKeys }) => pinKeys));
}

/**
 * Sets the PIN of each pass, unique among the live passes of its doors. A pass keeps the PIN of its `pinCounter` if it
 * is free at all its doors. It stores nothing. The operation costs one find, and one more if a PIN is taken.
 *
 * @throws RunAgain when none of the PINs of a pass is free
 */
export async function choosePins(
  ctx: RowContext,
  change: Change,
  { links, rows }: { links: PassLinks; rows: readonly AccessPassRow[] },
): Promise<void> {
  const used = new Set<string>();
  let open = rows.map((row) => ({ row, first: row.pinCounter }));
  for (let round = 0; open.length > 0; round += 1) {
    if (round === maxCandidates) throw new RunAgain('No PIN is free for this pass. Try again.', 0);
    const tried = open.map(({ row, first }) => {
      const { otherKeys, ...chosen } = candidateOf(links, row, (first + round) % maxCandidates);
      Object.assign(row, chosen);
      return { row, first, otherKeys };
    });
    const taken = await readTaken(ctx, change, { keys: tried.flatMap(({ otherKeys }) => otherKeys), rows });
    open = tried.filter(({ otherKeys }) => {
      const isFree = otherKeys.every((key) => !taken.has(key) && !used.has(key));
      if (isFree) for (const key of otherKeys) used.add(key);
      return !isFree;
    });
  }
}

/** Throws the error of a write of PINs. If a concurrent change took one of them, the transaction starts over. */
export function throwTakenPin(error: unknown): never {
  throw isDuplicateIn(error, ['pinKeys']) ? new RunAgain('Another pass took this PIN. Try again.', 0) : error;
}
