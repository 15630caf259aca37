import { describe, expect, test } from 'vitest';
import { timelineOf, whyStuck, type Invite } from './describe-invite.ts';

const invite = {
  createdAt: '2026-03-01T09:00:00.000Z',
  createdBy: { type: 'STAFF', id: 'staff_1', name: 'Dana Reed' },
  previewedAt: null,
  renewalRequestedAt: null,
  acceptedAt: null,
  revokedAt: null,
  expiredReason: null,
  expiresAt: '2026-03-08T09:00:00.000Z',
  deliveries: [],
} as unknown as Invite;

const delivery = {
  id: 'dlv_1',
  channel: 'EMAIL',
  kind: 'INVITE',
  to: 'j•••@example.test',
  status: 'BOUNCED',
  error: 'mailbox_refused',
  at: '2026-03-01T09:01:00.000Z',
} as const;

describe('whyStuck', () => {
  test.each([
    [{ deliveries: [delivery] }, 'e-mail did not arrive: the mailbox does not exist or takes no mail'],
    [{ deliveries: [{ ...delivery, error: null }] }, 'e-mail did not arrive'],
    [{ deliveries: [{ ...delivery, status: 'DELIVERED', error: null }] }, 'sent, never opened'],
    [{ deliveries: [delivery], renewalRequestedAt: delivery.at }, 'asked for a new link'],
  ])('puts the reason of %j into words', (more, words) => {
    expect(whyStuck({ ...invite, ...more } as Invite)).toBe(words);
  });
});

test('a timeline is in the order of time, and marks failures', () => {
  const life = timelineOf({ ...invite, acceptedAt: '2026-03-02T09:00:00.000Z', deliveries: [delivery] });
  expect(life.map(({ what, isFault }) => [what, isFault])).toEqual([
    ['Created by Dana Reed', false],
    ['Invite by e-mail to j•••@example.test came back: the mailbox does not exist or takes no mail', true],
    ['Accepted', false],
  ]);
});
