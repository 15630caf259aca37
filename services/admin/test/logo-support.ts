import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { z } from 'zod';
import type { Tenant } from '../src/resources/tenants/tenant.schema.ts';

/** A logo of one shape. */
export const sentLogo = {
  type: 'image/svg+xml',
  text: '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"></circle></svg>',
};

/** Sends an image as the logo of the caller's tenant. */
export async function setLogo(
  admin: ServiceHarness,
  as: Principal,
  body: string | Buffer<ArrayBuffer>,
  { id = as.tenantId, headers = {} }: { id?: string | null; headers?: Record<string, string> } = {},
) {
  const response = await admin.send(`/api/admin/tenants/${id}/logo`, {
    as,
    method: 'PUT',
    body,
    headers: { 'content-type': sentLogo.type, ...headers },
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { tenant: z.output<typeof Tenant>; code?: string };
  return { status: response.status, headers: response.headers, body: answer };
}
