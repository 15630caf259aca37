import { ok } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeRoutes } from './describe-routes.ts';

const leaf = { summary: 'A leaf', method: 'post' } as const;
const response = z.object({ label: z.string() });
const run = async () => ok({ label: 'Oak' });

const { paths } = describeRoutes({
  title: 'Leaves',
  description: 'Leaves.',
  version: '1.0.0',
  unknownInput: 'refuse',
  tags: { Leaves: 'Leaves of a tree.' },
  routes: [
    defineRoute({
      ...leaf,
      path: '/api/admin/leaves',
      operationId: 'dropLeaves',
      scope: 'units:write',
      response,
      run,
    }),
    defineRoute({
      ...leaf,
      path: '/api/admin/leaves/trees',
      operationId: 'plantTree',
      description: 'A new unit needs `units:write`.',
      scope: 'onboarding:write',
      conditionalScopes: ['units:write', 'platform'],
      response,
      run,
    }),
    defineRoute({
      ...leaf,
      path: '/api/admin/leaves/forests',
      operationId: 'plantForest',
      scope: 'units:write',
      furtherScopes: ['platform'],
      response,
      run,
    }),
  ],
});

test('an operation shows its one scope', () => {
  const operation = paths?.['/api/admin/leaves']?.post;
  expect(operation).toMatchObject({
    'x-required-scope': 'units:write',
    description: 'Needs the scope `units:write`.',
  });
  expect(operation).not.toHaveProperty('x-also-required-scopes');
});

test('an operation shows further scopes of some bodies', () => {
  expect(paths?.['/api/admin/leaves/trees']?.post).toMatchObject({
    'x-required-scope': 'onboarding:write',
    'x-also-required-scopes': ['units:write', 'platform'],
    description:
      'A new unit needs `units:write`.\n\nNeeds the scope `onboarding:write`. Some requests need `units:write` and `platform` too; the description says which.',
  });
});

test('an operation shows further scopes of all requests', () => {
  expect(paths?.['/api/admin/leaves/forests']?.post).toMatchObject({
    'x-required-scope': 'units:write',
    'x-also-required-scopes': ['platform'],
    description: 'Needs the scopes `units:write` and `platform`.',
  });
});
