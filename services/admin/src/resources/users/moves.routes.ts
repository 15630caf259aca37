import type { PassLinks } from '@pas/shared/access/pass-links';
import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { listMoveReceipts } from './list-move-receipts.ts';
import { previewMoveOut } from './move-out.ts';
import { MoveReceipt, presentMoveReceipt } from './move-receipt.schema.ts';
import { Transfer, UndoMove } from './residence.schema.ts';
import { TransferReceipt } from './transfer-receipt.schema.ts';
import { previewTransfer, transferUser } from './transfer-user.ts';
import { undoMove } from './undo-move.ts';
import { presentUndoneMove, UndoneMoveReceipt } from './undone-move.schema.ts';

const params = { id: idSchema('user') };

/** Routes of moves between units, and their undo. */
export const moveRoutes = (links: PassLinks) => [
  defineRoute({
    method: 'get',
    path: '/api/admin/users/{id}/move-receipts',
    operationId: 'listMoveReceipts',
    summary: 'List the moves of a resident',
    description:
      'The move-outs and transfers by staff and API keys in the last 30 days. `undoUntil` is the end of the time to undo each. A move by an import is not listed: revert the import instead.',
    scope: 'users:read',
    params,
    query: pageQuery(['createdAt']),
    response: listEnvelope('moveReceipts', MoveReceipt),
    run: async ({ ctx, params: { id }, query }) => {
      const { rows, ...page } = await listMoveReceipts(ctx, { id, page: query });
      return ok({ moveReceipts: rows.map(presentMoveReceipt), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users/{id}/transfer',
    operationId: 'transferUser',
    summary: 'Move a resident to another unit',
    description:
      'Ends the residence in fromUnitId and starts one in toUnitId at the same time. The account, sessions and devices of the person stay. Passes for the old home end. The new doors open from effectiveAt. An OCCUPANT keeps the role; others become PRIMARY if the new unit has no other PRIMARY. 409 `no_residence` when the person doesn’t live in fromUnitId, `already_exists` when they live in toUnitId. The receipt’s id undoes the transfer for 24 hours.',
    scope: 'users:write',
    params,
    body: Transfer,
    response: z.object({ receipt: TransferReceipt }),
    codes: { 409: ['no_residence', 'already_exists'] },
    check: async ({ ctx, params: { id }, body: { fromUnitId, toUnitId, effectiveAt } }) => {
      if (fromUnitId === undefined) return;
      const leaving = { unitId: fromUnitId, effectiveAt };
      if (toUnitId === undefined) await previewMoveOut(ctx, { id, leaving });
      else await previewTransfer(ctx, { id, moving: { fromUnitId, toUnitId, effectiveAt } });
    },
    run: async ({ ctx, params: { id }, body }) => ok({ receipt: await transferUser(ctx, id, body) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users/{id}/move-out/undo',
    operationId: 'undoMove',
    summary: 'Undo a move-out or transfer',
    description:
      'Takes the id of a receipt of the last 24 hours. The residence continues as before the move, and the new residence of a transfer ends. Sessions and passes that ended with it come back where they can; `notRestored` lists the others with the reason. 409 `move_undone`, `undo_too_late`, or `moved_since` when the residence was changed after the move.',
    scope: 'users:write',
    params,
    body: UndoMove,
    response: z.object({ receipt: UndoneMoveReceipt }),
    codes: { 409: ['move_undone', 'undo_too_late', 'moved_since'] },
    run: async ({ ctx, params: { id }, body: { receiptId } }) =>
      ok({ receipt: presentUndoneMove(await undoMove(ctx, links, { id, receiptId })) }),
  }),
];
