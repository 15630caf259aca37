import { conflict } from '@pas/shared/errors/raise';
import type { ImportRow } from '@pas/shared/models/import';

/** Share of the eligible homes above which move-outs have to be confirmed. */
const maxShare = 0.1;

/** @throws conflict (`too_many_move_outs`) when the residents of more than a tenth of the eligible homes would move out */
export function refuseManyMoveOuts({ totals, proposable }: ImportRow): void {
  if (totals.moveOut <= maxShare * (proposable ?? 0)) return;
  const message = `The residents of ${totals.moveOut} of ${proposable} homes are not in the roster and would move out. Check the rows with verdict=move_out, and send confirmMoveOuts: true if they are right.`;
  throw conflict('too_many_move_outs', message);
}
