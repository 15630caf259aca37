import { definePublicRoute } from '@pas/shared/routes/define-route';
import type { Route } from '@pas/platform/http/define-route';
import { pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { TenantRow } from '@pas/shared/models/tenant';
import { z } from 'zod';
import { changesQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import { listTenants } from './list-tenants.ts';
import { loadTenant } from './load-tenant.ts';
import { CreateTenant, presentTenant, Tenant, UpdateTenant } from './tenant.schema.ts';
import { updateTenant } from './update-tenant.ts';

const callers = 'admin';
const params = { id: idSchema('tenant') };
const response = z.object({ tenant: Tenant });

/**
 * The tenants of the Admin API.
 *
 * @param portalUrl the base of the addresses of logos
 */
export function tenantRoutes(portalUrl: string): Route[] {
  const present = (row: TenantRow) => presentTenant(row, portalUrl);
  return [
    definePublicRoute({
      method: 'get',
      path: '/api/admin/tenants',
      operationId: 'listTenants',
      summary: 'List tenants',
      description: 'The platform sees all tenants. Every other caller sees its own tenant.',
      callers,
      scope: 'tenants:read',
      query: {
        ...pageQuery(['createdAt', 'updatedAt', 'name']),
        ...changesQuery,
        q: SearchPrefix,
        status: z.enum(['ACTIVE', 'SUSPENDED']).optional(),
      },
      response: listWithTombstones('tenants', Tenant),
      run: async ({ ctx, query }) => {
        const { rows, ...page } = await listTenants(ctx, query);
        return ok({ tenants: presentRows(rows, present), ...page });
      },
    }),
    definePublicRoute({
      method: 'post',
      path: '/api/admin/tenants',
      operationId: 'createTenant',
      summary: 'Create a tenant (platform)',
      description: 'Only callers with `platform` create tenants.',
      callers,
      scope: 'tenants:write',
      furtherScopes: ['platform'],
      body: CreateTenant,
      store: 'control',
      status: [201],
      response,
      codes: { 409: ['already_exists'] },
      run: async ({ ctx, body }) => created({ tenant: present(await createTenant(ctx, body)) }),
    }),
    definePublicRoute({
      method: 'get',
      path: '/api/admin/tenants/{id}',
      operationId: 'getTenant',
      summary: 'Read a tenant',
      description: 'One tenant. Callers other than the platform read their own.',
      callers,
      scope: 'tenants:read',
      params,
      response,
      run: async ({ ctx, params: { id } }) => ok({ tenant: present(await loadTenant(ctx, id)) }),
    }),
    definePublicRoute({
      method: 'patch',
      path: '/api/admin/tenants/{id}',
      operationId: 'updateTenant',
      summary: 'Change a tenant',
      description:
        'Every caller can change the name and the settings of its own tenant. `slug`, `status`, `billing` and `organizationId` need `platform`.',
      callers,
      scope: 'tenants:write',
      conditionalScopes: ['platform'],
      needsWholeTenant: true,
      params,
      body: UpdateTenant,
      response,
      failures: [412],
      codes: { 409: ['already_exists'] },
      run: async ({ ctx, params: { id }, body, ifMatch }) =>
        ok({ tenant: present(await updateTenant(ctx, { id, ifMatch, patch: body })) }),
    }),
    definePublicRoute({
      method: 'delete',
      path: '/api/admin/tenants/{id}',
      operationId: 'deleteTenant',
      summary: 'Delete a suspended tenant (platform)',
      description:
        'Only callers with `platform` delete tenants. The tenant’s keys are revoked and its residents’ sessions end at once, in every environment. Its data in the environments stays stored, but is unreachable.',
      callers,
      scope: 'tenants:write',
      conditionalScopes: ['platform'],
      params,
      isPlanned: true,
      failures: [412],
      codes: { 409: ['tenant_not_suspended'] },
      run: async ({ ctx, params: { id }, ifMatch }) => {
        await deleteTenant(ctx, { id, ifMatch });
        return noContent();
      },
    }),
  ];
}
