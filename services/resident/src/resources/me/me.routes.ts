import { defineRoute } from '@pas/shared/routes/define-route';
import { ok, streamed } from '@pas/platform/http/reply';
import { z } from 'zod';
import { loadPlaces } from '@pas/shared/accounts/load-places';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { presentResident, Resident } from '@pas/shared/accounts/resident.schema';
import { DataExport } from '@pas/shared/personal/data-export.schema';
import { exportMe } from './export-me.ts';
import { UpdateMe } from './me.schema.ts';
import { updateMe } from './update-me.ts';

const response = z.object({ resident: Resident });

export const meRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/me',
    operationId: 'getMe',
    summary: 'Read my profile',
    description: 'Returns the profile of the signed-in person, with the token’s residence.',
    scope: null,
    callers: 'resident',
    response,
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx }) => {
      const user = await loadResident(ctx);
      return ok({ resident: presentResident(user, await loadPlaces(user), ctx.now) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/me/data-export',
    operationId: 'exportMyData',
    summary: 'Export all stored data about me',
    description:
      'Streams the stored rows of the signed-in person, by collection, without secrets and hashes. Covers the company of the token; a person with homes at several companies needs an export of each. The export is recorded.',
    scope: null,
    callers: 'resident',
    answers: 'stream',
    streams: { 'application/json': z.object({ dataExport: DataExport }) },
    codes: { 403: ['resident_former', 'resident_disabled'] },
    isExpensive: true,
    run: async ({ ctx }) => streamed('application/json', 'my-data.json', await exportMe(ctx)),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/v1/me',
    operationId: 'updateMe',
    summary: 'Change my profile',
    description:
      'Changes the names, the language and the name shown on panels. Fields that only the service sets are refused.',
    scope: null,
    callers: 'resident',
    body: UpdateMe,
    response,
    failures: [412],
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, body, ifMatch }) => {
      const user = await updateMe(ctx, body, ifMatch);
      return ok({ resident: presentResident(user, await loadPlaces(user), ctx.now) });
    },
  }),
];
