import { defineRoute } from '@pas/shared/routes/define-route';
import { keptChangesQuery, listEnvelope, pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { z } from 'zod';
import { assignVirtualNumber } from './assign-virtual-number.ts';
import { createVirtualNumber } from './create-virtual-number.ts';
import { checkTarget } from './find-target.ts';
import { listVirtualNumbers, readNumber } from './list-virtual-numbers.ts';
import { loadVirtualNumber } from './load-virtual-number.ts';
import { releaseVirtualNumber } from './release-virtual-number.ts';
import { PhoneFilter } from '../phone-filter.ts';
import { readPhone } from '../read-phone.ts';
import { checkDoor, updateVirtualNumber } from './update-virtual-number.ts';
import {
  AssignVirtualNumber,
  CreateVirtualNumber,
  NumberStatus,
  presentVirtualNumber,
  Provider,
  UpdateVirtualNumber,
  VirtualNumber,
} from './virtual-number.schema.ts';

const params = { id: idSchema('virtualNumber') };
const response = z.object({ virtualNumber: VirtualNumber });

const shown = (row: VirtualNumberRow) => ({ virtualNumber: presentVirtualNumber(row) });

export const virtualNumberRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/virtual-numbers',
    operationId: 'listVirtualNumbers',
    summary: 'List virtual numbers',
    description: 'A number is AVAILABLE after its quarantine, also in the filter `status`.',
    scope: 'virtual-numbers:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'number']),
      ...keptChangesQuery,
      q: SearchPrefix,
      number: PhoneFilter,
      status: NumberStatus.optional(),
      provider: Provider.optional(),
      propertyId: idSchema('property').optional(),
      unitId: idSchema('unit').optional(),
    },
    response: listEnvelope('virtualNumbers', VirtualNumber),
    check: async ({ ctx, query }) => readNumber(ctx, query),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listVirtualNumbers(ctx, query);
      return ok({ virtualNumbers: rows.map(presentVirtualNumber), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/virtual-numbers',
    operationId: 'createVirtualNumber',
    summary: 'Add a virtual number',
    description:
      'The number is AVAILABLE until it is assigned. A number that is already in service in this environment, in any tenant, is 409 `already_exists`.',
    scope: 'virtual-numbers:write',
    needsWholeTenant: true,
    body: CreateVirtualNumber,
    status: [201],
    response,
    check: ({ body: { number } }) => number !== undefined && readPhone('number', number, null),
    codes: { 409: ['already_exists'] },
    run: async ({ ctx, body }) => created(shown(await createVirtualNumber(ctx, body))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/virtual-numbers/{id}',
    operationId: 'getVirtualNumber',
    summary: 'Read a virtual number',
    description: 'One number with its assignment.',
    scope: 'virtual-numbers:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok(shown(await loadVirtualNumber(ctx, id))),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/virtual-numbers/{id}',
    operationId: 'updateVirtualNumber',
    summary: 'Change a virtual number',
    description:
      'The number itself cannot be changed. Any tenant can add a retired number again, as a new virtual number.',
    scope: 'virtual-numbers:write',
    params,
    body: UpdateVirtualNumber,
    response,
    failures: [412],
    check: async ({ ctx, params: { id }, body }) => checkDoor(ctx, id, body.accessPointId),
    codes: {
      409: [
        'already_exists',
        'virtual_number_in_use',
        'virtual_number_quarantined',
        'virtual_number_not_assigned',
      ],
    },
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok(shown(await updateVirtualNumber(ctx, { id, ifMatch, patch: body }))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/virtual-numbers/{id}/assign',
    operationId: 'assignVirtualNumber',
    summary: 'Assign a virtual number to a property or a unit',
    description:
      'A second assignment to the same target changes nothing. Before a number gets another target, it must be released: 409 `virtual_number_in_use`. A QUARANTINED number can go back to its last target; any other target is 409 `virtual_number_quarantined` with `availableAt`. A RETIRED number is 409 `virtual_number_retired`. A new number in an archived property is 409 `property_archived`.',
    scope: 'virtual-numbers:write',
    params,
    body: AssignVirtualNumber,
    response,
    check: async ({ ctx, body, faulty }) =>
      faulty.has('propertyId') || faulty.has('unitId') || checkTarget(ctx, body),
    codes: {
      409: [
        'virtual_number_in_use',
        'virtual_number_quarantined',
        'virtual_number_retired',
        'property_archived',
      ],
    },
    run: async ({ ctx, params: { id }, body }) =>
      ok(shown(await assignVirtualNumber(ctx, { id, target: body }))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/virtual-numbers/{id}/release',
    operationId: 'releaseVirtualNumber',
    summary: 'Release a virtual number',
    description:
      'A number with a call or a text since its assignment becomes QUARANTINED for the tenant’s `numberQuarantineDays`, then AVAILABLE. During the quarantine it can go back to its last target. A number without any becomes AVAILABLE at once. An unassigned number stays unchanged.',
    scope: 'virtual-numbers:write',
    params,
    isPlanned: true,
    response,
    run: async ({ ctx, params: { id } }) => ok(shown(await releaseVirtualNumber(ctx, id))),
  }),
];
