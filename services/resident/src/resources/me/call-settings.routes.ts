import { ok } from '@pas/platform/http/reply';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { CallSettings, callSettingsOf, UpdateCallSettings } from './call-settings.schema.ts';
import { updateCallSettings } from './update-call-settings.ts';

const tag = 'Me';
const response = z.object({ callSettings: CallSettings });
const codes = { 403: ['resident_former', 'resident_disabled'] } as const;

export const callSettingsRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/me/calls',
    operationId: 'getCallSettings',
    summary: 'Read how calls ring me',
    description: 'Whether calls to the homes ring the person, and when they do not.',
    tag,
    scope: null,
    callers: 'resident',
    status: [200],
    response,
    codes,
    run: async ({ ctx }) => ok({ callSettings: callSettingsOf(await loadResident(ctx)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/v1/me/calls',
    operationId: 'updateCallSettings',
    summary: 'Change how calls ring me',
    description:
      'Changes the fields that are sent. A list of quiet hours replaces the whole list. Times are those of the property that is called.',
    tag,
    scope: null,
    callers: 'resident',
    body: UpdateCallSettings,
    status: [200],
    response,
    codes,
    run: async ({ ctx, body }) => ok({ callSettings: await updateCallSettings(ctx, body) }),
  }),
];
