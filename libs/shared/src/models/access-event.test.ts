import { declaredCollections } from '@pas/platform/mongo/define-model';
import { expect, test } from 'vitest';
import './access-event.ts';

test('services add access events, only the retention process removes them, and nobody changes them', () => {
  const events = declaredCollections().find(({ name }) => name === 'access_events');
  expect(events?.writers).toEqual({
    admin: ['insert'],
    'admin-workers': ['remove'],
    resident: ['insert'],
    'core-mobile': ['insert'],
    webhooks: ['insert'],
  });
});
