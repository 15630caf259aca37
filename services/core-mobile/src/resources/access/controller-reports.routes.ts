import type { Route } from '@pas/platform/http/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { accepted, ok } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { ReportedEvents, ReportEvents } from './controller-event.schema.ts';
import { listDirectory } from './list-directory.ts';
import { recordControllerEvents } from './record-controller-events.ts';

const DirectoryEntry = z
  .object({
    label: z.string().meta({ description: 'The unit.', example: 'Apt 4B' }),
    displayName: z.string().meta({
      description: 'Name or initials, as the resident chose.',
      example: 'J. L.',
    }),
    dialCode: z.string().nullable().meta({
      description: 'Digits that a visitor keys in to ring the unit. Null only while an upgrade is running.',
      example: '101',
    }),
  })
  .meta({ id: 'DirectoryEntry' });

/** Routes for reports of controllers that were offline, and for the directory of panels. */
export const controllerReportRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/access/events',
    operationId: 'reportAccessEvents',
    summary: 'Report events of an offline period',
    description:
      'Records offline decisions as access events with their own `occurredAt`, and counts the uses of passes. Publishes alarms. Repeat an event until an answer includes it; no event is recorded twice.',
    scope: null,
    callers: 'controller',
    body: ReportEvents,
    status: [202],
    response: ReportedEvents,
    run: async ({ ctx, body }) => accepted(await recordControllerEvents(ctx, body.events)),
  }),
  defineRoute({
    method: 'get',
    path: '/access/directory',
    operationId: 'listDirectory',
    summary: 'List the directory of a panel',
    description:
      'Returns the residents of the controller’s property who chose to be shown (`me.directory`), by unit and name.',
    scope: null,
    callers: 'controller',
    query: pageQuery(['label', 'displayName'], 1),
    response: listEnvelope('directory', DirectoryEntry),
    run: async ({ ctx, query }) => ok(await listDirectory(ctx, query)),
  }),
];
