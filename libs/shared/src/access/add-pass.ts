import type { Change } from '../change/commit.ts';
import { isDuplicateIn } from '@pas/platform/mongo/duplicate-key';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { RunAgain } from '@pas/platform/mongo/in-transaction';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import { newLiveRow, type RowContext } from '../models/new-row.ts';
import { hashPassToken, type PassLinks } from './pass-links.ts';

/** What the maker of a pass decides. */
export type NewPass = Omit<
  AccessPassRow,
  keyof ReturnType<typeof newLiveRow> | 'uses' | 'secretVersion' | 'tokenHash' | 'pinCounter' | 'pinKeys'
>;

/** PINs of one token that are tried against those of the doors. Even with a thousand passes there one is free. */
const candidates = [0, 1, 2, 3, 4, 5, 6, 7];

/** The stored forms of one of a pass's PINs, a text for each of its doors. */
function pinKeysFor(links: PassLinks, pass: AccessPassRow, pinCounter: number): string[] {
  const pin = links.pinOf({ ...pass, pinCounter });
  return pass.accessPointIds.map((id) => links.pinKeyOf(id, pin, pass.secretVersion));
}

/**
 * Stores a new pass with a PIN that no other live pass of its doors has. Two passes that are made at once and meet at a
 * PIN are told apart by the unique index: one of them starts over.
 */
export async function addPass(
  ctx: RowContext,
  { session }: Change,
  { links, given }: { links: PassLinks; given: NewPass },
): Promise<AccessPassRow> {
  const live = newLiveRow(ctx, 'accessPass');
  const secretVersion = links.secretVersion;
  const tokenHash = hashPassToken(links.tokenOf({ _id: live._id, secretVersion }));
  const pass: AccessPassRow = {
    ...live,
    ...given,
    uses: 0,
    secretVersion,
    tokenHash,
    pinCounter: 0,
    pinKeys: [],
  };
  const keys = candidates.map((counter) => pinKeysFor(links, pass, counter));
  const taken = await AccessPassModel.find(
    { tenantId: ctx.tenantId, isLive: true, pinKeys: { $in: keys.flat() } },
    { pinKeys: 1 },
  )
    .session(session)
    .lean<Pick<AccessPassRow, 'pinKeys'>[]>();
  const isTaken = new Set(taken.flatMap(({ pinKeys }) => pinKeys));
  const pinCounter = keys.findIndex((texts) => !texts.some((text) => isTaken.has(text)));
  const pinKeys = keys[pinCounter];
  if (!pinKeys) throw new RunAgain('No PIN is free for this pass. Try again.', 0);
  const row = { ...pass, pinCounter, pinKeys };
  await insertRows(AccessPassModel, [row], session).catch((error: unknown) => {
    throw isDuplicateIn(error, ['pinKeys'])
      ? new RunAgain('Another pass took this PIN. Try again.', 0)
      : error;
  });
  return row;
}
