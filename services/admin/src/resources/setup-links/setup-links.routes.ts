import { withTenant } from '@pas/platform/context/operation-context';
import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, ok } from '@pas/platform/http/reply';
import { listRows } from '@pas/platform/lists/list-rows';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { idSchema } from '@pas/shared/ids/id';
import { SetupLinkModel } from '@pas/shared/models/setup-link';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { createSetupLink } from './create-setup-link.ts';
import { endSetupLink } from './end-setup-link.ts';
import { loadSetupLink } from './load-setup-link.ts';
import { CreateSetupLink, NewSetupLink, presentSetupLink, SetupLink } from './setup-link.schema.ts';

const furtherScopes = ['platform'] as const;
const ofPlatform = { scope: 'tenants:write', furtherScopes } as const;
const params = { id: idSchema('setupLink') };
const response = z.object({ setupLink: SetupLink });

interface Answer {
  setupLink: z.output<typeof NewSetupLink>;
}

/**
 * The answer is stored without the address of the link, which a repeat does not show, and without the e-mail. An erasure
 * removes the row of the link, but does not find the answer.
 */
const secrets: NonNullable<Route['secrets']> = {
  hide(body) {
    const { setupLink } = body as Answer;
    return { setupLink: { ...setupLink, url: null, email: null } };
  },
  async show(ctx: PublicContext, body) {
    const { setupLink } = body as Answer;
    const { email } = await loadSetupLink(withTenant(ctx, setupLink.tenantId), setupLink.id);
    return { setupLink: { ...setupLink, email } };
  },
};

/**
 * Setup links, with which the platform invites the first manager of a company.
 *
 * @param baseUrl the base of the links
 */
export const setupLinkRoutes = (baseUrl: string): Route[] => [
  defineRoute({
    ...ofPlatform,
    method: 'post',
    path: '/api/admin/setup-links',
    operationId: 'createSetupLink',
    summary: 'Create a setup link (platform)',
    description:
      'Only callers with `platform`. The link is for one person and works once. It leads through the log-in at the identity provider to the first steps in the console. If the tenant has no organization yet, it gets that of the log-in. Send `url` to the manager; no mail is sent. A person with another verified e-mail, or of the organization of another tenant, gets 403 `setup_link_mismatch`.',
    body: CreateSetupLink,
    isSecret: true,
    store: 'control',
    secrets,
    status: [201],
    response: z.object({ setupLink: NewSetupLink }),
    run: async ({ ctx, body }) => {
      const { row, url } = await createSetupLink(ctx, baseUrl, body);
      return created({ setupLink: { ...presentSetupLink(row, ctx.now), url } });
    },
  }),
  defineRoute({
    ...ofPlatform,
    method: 'get',
    path: '/api/admin/setup-links',
    operationId: 'listSetupLinks',
    summary: 'List the setup links of a tenant (platform)',
    description: 'Also used, revoked and expired links, without their addresses.',
    query: pageQuery(['createdAt']),
    response: listEnvelope('setupLinks', SetupLink),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listRows(SetupLinkModel, { tenantId: ctx.tenantId }, query);
      return ok({ setupLinks: rows.map((row) => presentSetupLink(row, ctx.now)), ...page });
    },
  }),
  defineRoute({
    ...ofPlatform,
    method: 'get',
    path: '/api/admin/setup-links/{id}',
    operationId: 'getSetupLink',
    summary: 'Read a setup link (platform)',
    description: 'One link, without its address.',
    params,
    response,
    run: async ({ ctx, params: { id } }) =>
      ok({ setupLink: presentSetupLink(await loadSetupLink(ctx, id), ctx.now) }),
  }),
  defineRoute({
    ...ofPlatform,
    method: 'delete',
    path: '/api/admin/setup-links/{id}',
    operationId: 'revokeSetupLink',
    summary: 'Revoke a setup link (platform)',
    description: 'The record stays readable. A link that has ended stays unchanged.',
    params,
    response,
    failures: [412],
    run: async ({ ctx, params: { id }, ifMatch }) =>
      ok({ setupLink: presentSetupLink(await endSetupLink(ctx, id, ifMatch), ctx.now) }),
  }),
];
