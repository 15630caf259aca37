import { eventsOf, ok } from '@pas/platform/http/reply';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeRoutes } from './describe-routes.ts';

const Leaf = z.object({ label: z.string() }).meta({ id: 'Leaf' });
const leaf = { label: 'Oak' };
const response = z.object({ leaf: Leaf });

interface Operation {
  parameters: { $ref?: string; name?: string; schema?: object }[];
  requestBody?: { description?: string; content: Record<string, object> };
  responses: Record<string, { $ref?: string; content?: object }>;
}

describe('bodies and answers other than JSON', () => {
  const shell = { summary: 'A leaf', scope: 'units:write' } as const;
  const { paths, components } = describeRoutes({
    title: 'Leaves',
    description: 'Leaves.',
    version: '1.0.0',
    unknownInput: 'refuse',
    tags: { Leaves: 'Leaves of a tree.' },
    tagsBelow: { '/join': 'Leaves' },
    routes: [
      defineRoute({
        ...shell,
        method: 'post',
        path: '/api/admin/leaves/import',
        conditionalScopes: ['units:write'],
        operationId: 'postAdminLeavesImport',
        body: {
          table: { maxBytes: 20 * 1024 * 1024 },
          multipart: { fields: z.object({ note: z.string() }), maxBytes: 20 * 1024 * 1024 },
          raw: { maxBytes: 100, mediaTypes: ['application/vnd.leaf'] },
        },
        response,
        run: async () => ok({ leaf }),
      }),
      defineRoute({
        ...shell,
        method: 'get',
        path: '/api/admin/leaves/events',
        operationId: 'getAdminLeavesEvents',
        answers: 'events',
        response: Leaf,
        run: async () => eventsOf(ReadableStream.from([{ id: '1', data: leaf }])),
      }),
      defineRoute({
        ...shell,
        method: 'get',
        path: '/api/admin/leaves/next',
        operationId: 'getAdminLeavesNext',
        wait: 25,
        response,
        run: async () => ok({ leaf }),
      }),
      definePublicRoute({
        ...shell,
        scope: null,
        method: 'post',
        path: '/join/leaf',
        operationId: 'postLeaf',
        answers: 'page',
        body: { form: { schema: z.object({ label: z.string() }), maxBytes: 16 * 1024 } },
        run: async () => ({ kind: 'page', status: 200, html: '', styleHashes: [] }),
      }),
    ],
  });
  const operationAt = (path: string, method: 'get' | 'post'): Operation =>
    paths?.[path]?.[method] as unknown as Operation;
  const importLeaves = operationAt('/api/admin/leaves/import', 'post');

  test('shows each kind of body with its media type, its fields and its limit', () => {
    expect(importLeaves.requestBody).toMatchObject({
      required: true,
      description:
        'text/csv: at most 20 MiB. multipart/form-data: at most 20 MiB of file. application/vnd.leaf: at most 100 bytes.',
      content: {
        'text/csv': { schema: { type: 'string', format: 'binary' } },
        'multipart/form-data': {
          schema: {
            properties: { note: { type: 'string' }, file: { type: 'string', format: 'binary' } },
            required: ['note', 'file'],
          },
        },
        'application/vnd.leaf': { schema: { type: 'string', format: 'binary' } },
      },
    });
  });

  test('names the scopes that some bodies need besides', () => {
    expect(importLeaves).toMatchObject({ 'x-also-required-scopes': ['units:write'] });
    expect(operationAt('/join/leaf', 'post')).not.toHaveProperty('x-also-required-scopes');
  });

  test('shows an event stream as text, and the header that resumes it', () => {
    const events = operationAt('/api/admin/leaves/events', 'get');
    expect(events.responses['200']?.content).toEqual({
      'text/event-stream': {
        schema: {
          type: 'string',
          description: expect.stringContaining('JSON object with `label`') as string,
        },
      },
    });
    expect(Object.keys(events.responses)).not.toContain('304');
    expect(events.parameters.map(({ $ref }) => $ref)).toContain('#/components/parameters/LastEventId');
    expect(components?.parameters).toHaveProperty('LastEventId');
  });

  test('shows the maximum wait of a long poll', () => {
    const wait = operationAt('/api/admin/leaves/next', 'get').parameters.find(({ name }) => name === 'wait');
    expect(wait?.schema).toMatchObject({ type: 'integer', minimum: 0, maximum: 25, default: 0 });
  });

  test('shows a page as HTML, and its failures as HTML for people and as JSON for programs', () => {
    const { requestBody, responses } = operationAt('/join/leaf', 'post');
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded']);
    expect(Object.keys(responses['200']?.content ?? {})).toEqual(['text/html']);
    const shared = components?.responses as Record<string, { content?: object }>;
    for (const status of ['401', '413', '415', '429', '500']) {
      const name = responses[status]?.$ref?.split('/').at(-1) ?? '';
      expect(Object.keys(shared[name]?.content ?? {})).toEqual(['application/problem+json', 'text/html']);
    }
  });
});
