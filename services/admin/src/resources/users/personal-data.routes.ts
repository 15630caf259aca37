import { defineRoute } from '@pas/shared/routes/define-route';
import { ok, streamed } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { DataExport } from '@pas/shared/personal/data-export.schema';
import { z } from 'zod';
import { eraseUser } from './erase-user.ts';
import { ErasureReceipt, presentErasure } from './erasure-receipt.schema.ts';
import { exportUser } from './export-user.ts';

const params = { id: idSchema('user') };

/** Routes of a person's rights of access and erasure. */
export const personalDataRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/users/{id}/data-export',
    operationId: 'exportUserData',
    summary: 'Export the personal data of a person',
    description:
      'Streams the stored rows that belong to the person, by collection, without secrets and hashes. If the answer breaks off, its last chunk is missing, and HTTP clients report this as an error. Works for deleted users too. A caller restricted to some properties gets 403 if the person lives elsewhere too. Each export is recorded in the audit (`user.exported`).',
    scope: 'users:read',
    furtherScopes: ['audit:read'],
    params,
    answers: 'stream',
    streams: { 'application/json': z.object({ dataExport: DataExport }) },
    codes: { 403: ['property_not_allowed'] },
    isExpensive: true,
    run: async ({ ctx, params: { id } }) =>
      streamed('application/json', `${id}-data.json`, await exportUser(ctx, id)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/users/{id}/erase',
    operationId: 'eraseUser',
    summary: 'Erase the personal data of a person',
    description:
      'Erases the names, contacts and other personal values of the person in all collections, and deletes the user. This can’t be undone. Rows that must stay, such as calls, show `erased` instead of the values. Audit records stay and their chain stays valid; their personal values become null. Pending and dead webhooks that name the person are emptied and never processed; processed ones are empty already. Works for deleted users too. 409 `has_residence` while the person has a current or future residence: move them out first. A repeated request answers with the same receipt, so an `Idempotency-Key` is not needed and has no effect. Not for callers restricted to some properties.',
    scope: 'users:write',
    params,
    isPlanned: true,
    response: z.object({ receipt: ErasureReceipt }),
    codes: { 403: ['property_not_allowed'], 409: ['has_residence'] },
    isKeyed: false,
    run: async ({ ctx, params: { id } }) => ok({ receipt: presentErasure(await eraseUser(ctx, id)) }),
  }),
];
