import type { Route } from '@pas/platform/http/define-route';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { z } from 'zod';
import type { Pass } from './pass.schema.ts';

interface Answer {
  pass: z.output<typeof Pass>;
}

/** Answers that are stored for an `Idempotency-Key` have neither links nor PINs; both are derived again. */
export const passSecrets = (links: PassLinks): NonNullable<Route['secrets']> => ({
  hide(body) {
    const { pass } = body as Answer;
    return {
      pass: { ...pass, holders: pass.holders.map((holder) => ({ ...holder, url: null, pin: null })) },
    };
  },
  async show(_ctx, body) {
    const { pass } = body as Answer;
    const { tenantId } = pass;
    const ids = pass.holders.map(({ id }) => id);
    const rows = await AccessPassModel.find({ _id: { $in: ids }, tenantId }).lean<AccessPassRow[]>();
    const byId = new Map(rows.map((row) => [row._id, row]));
    const holders = pass.holders.map((holder) => {
      const row = byId.get(holder.id);
      return row ? { ...holder, url: links.urlOf(row), pin: links.pinOf(row) } : holder;
    });
    return { pass: { ...pass, holders } };
  },
});
