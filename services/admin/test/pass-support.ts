import { AccessPointModel } from '@pas/shared/models/access-point';
import type { Principal } from '@pas/shared/principal/principal';
import { accessPointRow } from '@pas/testing/rows';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { z } from 'zod';
import type { Pass } from '../src/resources/passes/pass.schema.ts';
import { addProperty, newTenantCaller } from './admin-harness.ts';

export interface PassAnswer {
  pass: z.output<typeof Pass>;
  passes: z.output<typeof Pass>[];
  total: number;
  code?: string;
  errors?: { path: string; code: string }[];
}

/** Returns a time some days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Names of fifty holders. */
export const holders = Array.from({ length: 50 }, (_, index) => ({ name: `Driver ${index + 1}` }));

/** Prepares calls of `/api/admin/passes`. */
export function passSupport(admin: ServiceHarness) {
  /** Creates a tenant with a building and its door. */
  async function open() {
    const caller = await newTenantCaller();
    const property = await addProperty(admin, caller);
    const place = { tenantId: caller.tenantId ?? '', propertyId: property.id };
    const door = accessPointRow(place);
    await AccessPointModel.insertMany([door]);
    return { caller, place, door };
  }
  type Site = Awaited<ReturnType<typeof open>>;

  const create = ({ caller, place, door }: Site, body = {}, { as = caller, headers = {} } = {}) =>
    admin.call<PassAnswer>('POST', '/api/admin/passes', {
      as,
      headers,
      body: {
        propertyId: place.propertyId,
        accessPointIds: [door._id],
        kind: 'VENDOR',
        startsAt: inDays(0),
        endsAt: inDays(1),
        ...body,
      },
    });
  const list = async (as: Principal, query = '') =>
    (await admin.call<PassAnswer>('GET', `/api/admin/passes${query}`, { as })).body;
  const remove = (as: Principal, id: string, query = '', headers = {}) =>
    admin.call('DELETE', `/api/admin/passes/${id}${query}`, { as, headers });
  const get = async (as: Principal, id: string) =>
    admin.call<PassAnswer>('GET', `/api/admin/passes/${id}`, { as });
  const patch = async (as: Principal, id: string, body: object, headers = {}) =>
    admin.call<PassAnswer>('PATCH', `/api/admin/passes/${id}`, { as, body, headers });
  const send = async (as: Principal, id: string, body: object = {}) =>
    admin.call<PassAnswer>('POST', `/api/admin/passes/${id}/send`, { as, body });
  return { open, create, list, remove, get, patch, send };
}
