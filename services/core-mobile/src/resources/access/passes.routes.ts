import { tenantNow } from '@pas/shared/context/tenant-now';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { requireEndAhead } from '@pas/shared/access/require-end-ahead';
import { AccessPass, presentPass } from '@pas/shared/access/pass.schema';
import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { createOwnPass } from './create-own-pass.ts';
import { CreateOwnPass } from './own-pass.schema.ts';
import { deleteOwnPass, listOwnPasses } from './own-passes.ts';

const codes = { 403: ['resident_former', 'resident_disabled'] } as const;
const response = z.object({ pass: AccessPass });
type PassAnswer = z.output<typeof response>;

/** Stored answers for an `Idempotency-Key` contain neither link nor PIN. A replay derives both again. */
const secretsOf = (links: PassLinks) => ({
  hide(body: unknown) {
    const { pass } = body as PassAnswer;
    return { pass: { ...pass, url: null, pin: null } };
  },
  async show({ tenantId }: { tenantId: string | null }, body: unknown) {
    const { pass } = body as PassAnswer;
    const filter = { _id: pass.id, tenantId: tenantId ?? '' };
    const row = await AccessPassModel.findOne(filter).lean<AccessPassRow>();
    return { pass: row ? { ...pass, url: links.urlOf(row), pin: links.pinOf(row) } : pass };
  },
});

/** `/access/passes`: passes that a resident creates for guests. */
export function passRoutes({ passes: links }: { passes: PassLinks }): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/access/passes',
      operationId: 'listOwnPasses',
      summary: 'List my passes that have not ended',
      description: 'Returns the person’s passes that have neither ended nor been revoked, without PINs.',
      scope: null,
      callers: 'resident',
      isSecret: true,
      query: pageQuery(['createdAt', 'endsAt']),
      response: listEnvelope('passes', AccessPass),
      codes,
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listOwnPasses(ctx, query);
        return ok({ passes: rows.map((row) => presentPass(row, links)), ...page });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/access/passes',
      operationId: 'createOwnPass',
      summary: 'Create a pass for a guest',
      description:
        'The pass opens the given doors while the person may open them. Only this answer shows the `pin`. The `url` is the page for the guest. Times of day are in the property’s time zone. A door that the person may not open answers 404.',
      scope: null,
      callers: 'resident',
      body: CreateOwnPass,
      isKeyed: true,
      secrets: secretsOf(links),
      isSecret: true,
      status: [201],
      response,
      failures: [404],
      check: ({ ctx, body }) => requireEndAhead(body, tenantNow(ctx)),
      codes,
      run: async ({ ctx, body }) =>
        created({ pass: presentPass(await createOwnPass(ctx, links, body), links, { withPin: true }) }),
    }),
    defineRoute({
      method: 'delete',
      path: '/access/passes/{id}',
      operationId: 'deleteOwnPass',
      summary: 'Revoke a pass',
      description: 'The pass stops opening doors. Revoking it again also answers 204.',
      scope: null,
      callers: 'resident',
      params: { id: idSchema('accessPass') },
      failures: [412],
      codes,
      run: async ({ ctx, params: { id }, ifMatch }) => {
        await deleteOwnPass(ctx, { id, ifMatch });
        return noContent();
      },
    }),
  ];
}
