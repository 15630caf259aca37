import type { Change } from '../change/commit.ts';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import { newLiveRow, type RowContext } from '../models/new-row.ts';
import { notEnded } from './end-pass.ts';
import { hashPassToken, type PassLinks } from './pass-links.ts';

/** Fields of a pass that its creator sets. */
export type NewPass = Omit<
  AccessPassRow,
  | keyof ReturnType<typeof newLiveRow>
  | 'groupId'
  | 'uses'
  | 'secretVersion'
  | 'tokenHash'
  | 'pinCounter'
  | 'pinKeys'
  | keyof typeof notEnded
>;

/** A pass and the passes of its further holders. */
type Group<Pass> = readonly [Pass, ...Pass[]];

type LiveRow = ReturnType<typeof newLiveRow>;

/** Number of PINs that a token offers. Even at doors with a thousand passes, one of them is free. */
const maxCandidates = 8;

/** Returns the stored forms of a pass's PIN, one for each of its doors. */
function pinKeysFor(links: PassLinks, pass: AccessPassRow, pinCounter: number): string[] {
  const pin = links.pinOf({ ...pass, pinCounter });
  return pass.accessPointIds.map((id) => links.pinKeyOf(id, pin, pass.secretVersion));
}

function newPass(live: LiveRow, links: PassLinks, given: NewPass): AccessPassRow {
  const secretVersion = links.secretVersion;
  const tokenHash = hashPassToken(links.tokenOf({ _id: live._id, secretVersion }));
  const unused = { groupId: null, uses: 0, pinCounter: 0, pinKeys: [] };
  return { ...live, ...given, ...unused, ...notEnded, secretVersion, tokenHash };
}

/**
 * Makes the passes of a group. Their ids ascend in the given order. Ids of one millisecond are not ordered by
 * themselves.
 */
function newGroup(
  ctx: RowContext,
  links: PassLinks,
  [given, ...others]: Group<NewPass>,
): Group<AccessPassRow> {
  const newLive = (): LiveRow => newLiveRow(ctx, 'accessPass');
  const lives = [given, ...others].map(newLive).toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const nextLive = (): LiveRow => lives.shift() ?? newLive();
  const first = newPass(nextLive(), links, given);
  return [first, ...others.map((each) => ({ ...newPass(nextLive(), links, each), groupId: first._id }))];
}

/** Returns those of the stored PINs that live passes already use. */
async function readTaken(
  { tenantId }: RowContext,
  { session }: Change,
  keys: string[],
): Promise<Set<string>> {
  const filter = { tenantId, isLive: true, pinKeys: { $in: keys } };
  const passes = await AccessPassModel.find(filter, { pinKeys: 1 })
    .session(session)
    .lean<Pick<AccessPassRow, 'pinKeys'>[]>();
  return new Set(passes.flatMap(({ pinKeys }) => pinKeys));
}

/**
 * Stores a new pass and the passes of its further holders. Each PIN is unique among the live passes of its doors. The
 * operation costs one find and one insert, and one more find if a PIN is taken. If two concurrent creations choose
 * one PIN, the unique index rejects one, and that one starts over.
 *
 * @returns the passes in the order given
 */
export async function addPasses(
  ctx: RowContext,
  change: Change,
  { links, given }: { links: PassLinks; given: Group<NewPass> },
): Promise<Group<AccessPassRow>> {
  const rows = newGroup(ctx, links, given);
  const used = new Set<string>();
  let open: readonly AccessPassRow[] = rows;
  for (let counter = 0; open.length > 0; counter += 1) {
    if (counter === maxCandidates) throw new RunAgain('No PIN is free for this pass. Try again.', 0);
    for (const row of open)
      Object.assign(row, { pinCounter: counter, pinKeys: pinKeysFor(links, row, counter) });
    const taken = await readTaken(
      ctx,
      change,
      open.flatMap(({ pinKeys }) => pinKeys),
    );
    open = open.filter(({ pinKeys }) => {
      const isFree = pinKeys.every((key) => !taken.has(key) && !used.has(key));
      if (isFree) for (const key of pinKeys) used.add(key);
      return !isFree;
    });
  }
  await insertRows(AccessPassModel, rows, change.session).catch((error: unknown) => {
    throw isDuplicateIn(error, ['pinKeys'])
      ? new RunAgain('Another pass took this PIN. Try again.', 0)
      : error;
  });
  return rows;
}
