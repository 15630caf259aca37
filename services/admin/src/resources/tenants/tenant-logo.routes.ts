import type { Route } from '@pas/platform/http/define-route';
import { noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { logoTypes } from '@pas/shared/models/tenant';
import { definePublicRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { createLogoReader } from './logo/read-logo.ts';
import { deleteTenantLogo } from './delete-tenant-logo.ts';
import { putTenantLogo } from './put-tenant-logo.ts';
import { presentTenant, Tenant } from './tenant.schema.ts';

const common = {
  path: '/api/admin/tenants/{id}/logo',
  callers: 'admin',
  scope: 'tenants:write',
  needsWholeTenant: true,
  params: { id: idSchema('tenant') },
  failures: [412],
} as const;

/**
 * The logo of a tenant. The gateway serves it.
 *
 * @param portalUrl the base of its address
 */
export function tenantLogoRoutes(portalUrl: string): Route[] {
  const readLogo = createLogoReader();
  return [
    definePublicRoute({
      ...common,
      method: 'put',
      operationId: 'putTenantLogo',
      summary: 'Set the logo of a tenant',
      description:
        'Send a PNG of at most 2,048 pixels a side and 1,000,000 pixels in all, or an SVG. The file has at most 100 kB. A PNG is encoded again without metadata. An SVG keeps its shapes, texts, gradients, masks and styles. Scripts, links, images, fonts and animations are removed. A document type is refused. Mail programs show no SVG: a mail then shows the name instead. The same image again changes nothing.',
      body: { raw: { maxBytes: 100_000, mediaTypes: logoTypes } },
      response: z.object({ tenant: Tenant }),
      run: async ({ ctx, params: { id }, body, ifMatch }) =>
        ok({
          tenant: presentTenant(await putTenantLogo(ctx, readLogo, { id, ifMatch, image: body }), portalUrl),
        }),
    }),
    definePublicRoute({
      ...common,
      method: 'delete',
      operationId: 'deleteTenantLogo',
      summary: 'Delete the logo of a tenant',
      description: 'Its address answers 404 afterwards. Without a logo, the answer is also 204.',
      isPlanned: true,
      run: async ({ ctx, params: { id }, ifMatch }) => {
        await deleteTenantLogo(ctx, { id, ifMatch });
        return noContent();
      },
    }),
  ];
}
