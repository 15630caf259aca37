import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import type { Change } from '../change/commit.ts';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import type { RowContext } from '../models/new-row.ts';
import type { PassLinks } from './pass-links.ts';

/** Number of PINs that a token offers. Even at doors with a thousand passes, one of them is free. */
const maxCandidates = 8;

/** Returns the stored forms of a pass's PIN, one for each of its doors. */
function pinKeysFor(links: PassLinks, pass: AccessPassRow, pinCounter: number): string[] {
  const pin = links.pinOf({ ...pass, pinCounter });
  return pass.accessPointIds.map((id) => links.pinKeyOf(id, pin, pass.secretVersion));
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
    for (const { row, first } of open) {
      const pinCounter = (first + round) % maxCandidates;
      Object.assign(row, { pinCounter, pinKeys: pinKeysFor(links, row, pinCounter) });
    }
    const keys = open.flatMap(({ row }) => row.pinKeys);
    const taken = await readTaken(ctx, change, { keys, rows });
    open = open.filter(({ row: { pinKeys } }) => {
      const isFree = pinKeys.every((key) => !taken.has(key) && !used.has(key));
      if (isFree) for (const key of pinKeys) used.add(key);
      return !isFree;
    });
  }
}

/** Throws the error of a write of PINs. If a concurrent change took one of them, the transaction starts over. */
export function throwTakenPin(error: unknown): never {
  throw isDuplicateIn(error, ['pinKeys']) ? new RunAgain('Another pass took this PIN. Try again.', 0) : error;
}
