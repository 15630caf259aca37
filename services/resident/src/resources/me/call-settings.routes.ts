import { ok } from '@pas/platform/http/reply';
import { loadResident } from '@pas/shared/accounts/load-resident';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { CallSettings, callSettingsOf, UpdateCallSettings } from './call-settings.schema.ts';
import { updateCallSettings } from './update-call-settings.ts';

const response = z.object({ callSettings: CallSettings });
const codes = { 403: ['resident_former', 'resident_disabled'] } as const;

export const callSettingsRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/me/calls',
    operationId: 'getCallSettings',
    summary: 'Read my call settings',
    description: 'Returns whether calls to the homes ring the person, and the quiet hours.',
    scope: null,
    callers: 'resident',
    response,
    codes,
    run: async ({ ctx }) => ok({ callSettings: callSettingsOf(await loadResident(ctx)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/v1/me/calls',
    operationId: 'updateCallSettings',
    summary: 'Change my call settings',
    description:
      'Changes the sent fields. A list of quiet hours replaces the whole list. Times are in the time zone of the called property.',
    scope: null,
    callers: 'resident',
    body: UpdateCallSettings,
    response,
    codes,
    run: async ({ ctx, body }) => ok({ callSettings: await updateCallSettings(ctx, body) }),
  }),
];
