import type { Change } from '../change/commit.ts';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { AccessPassModel, emptyAccessPass, type AccessPassRow } from '../models/access-pass.ts';
import { newLiveRow, type RowContext } from '../models/new-row.ts';
import { choosePins, throwTakenPin } from './choose-pins.ts';
import { hashPassToken, type PassLinks } from './pass-links.ts';

/** A pass and the passes of its further holders. */
type Group<Pass> = readonly [Pass, ...Pass[]];

type LiveRow = ReturnType<typeof newLiveRow>;

const unused = { uses: 0, pinCounter: 0, pinKeys: [], deliveries: [] };

type OwnField = keyof LiveRow | keyof typeof unused | 'groupId' | 'secretVersion' | 'tokenHash';

/** Fields of a pass that its creator sets. Nullable ones may be omitted. */
export type NewPass = Omit<AccessPassRow, OwnField | keyof typeof emptyAccessPass> &
  Partial<Omit<Pick<AccessPassRow, keyof typeof emptyAccessPass>, OwnField>>;

function newPass(live: LiveRow, links: PassLinks, given: NewPass): AccessPassRow {
  const secretVersion = links.secretVersion;
  const tokenHash = hashPassToken(links.tokenOf({ _id: live._id, secretVersion }));
  return { ...emptyAccessPass, ...given, ...unused, ...live, secretVersion, tokenHash };
}

/** Makes the rows of a group. Their ids ascend in the given order. */
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

/**
 * Stores a new pass and the passes of its further holders. Each PIN is unique among the live passes of its doors. The
 * operation costs one insert and one find, and one more find for each round of taken PINs. If two concurrent creations
 * choose the same PIN, the unique index rejects one. Its transaction starts over.
 *
 * @returns the passes in the order given
 */
export async function addPasses(
  ctx: RowContext,
  change: Change,
  { links, given }: { links: PassLinks; given: Group<NewPass> },
): Promise<Group<AccessPassRow>> {
  const rows = newGroup(ctx, links, given);
  await choosePins(ctx, change, { links, rows });
  await insertRows(AccessPassModel, rows, change.session).catch(throwTakenPin);
  return rows;
}
