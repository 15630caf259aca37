import { expect, test } from 'vitest';
import { resendable } from './resendable.ts';

const user = { email: 'jo@home.test', phone: '+12025550123' };
const invite = (id: string, fields: object = {}) => ({
  id,
  inviteeEmail: user.email,
  inviteePhone: null as string | null,
  status: 'PENDING' as const,
  expiredReason: null,
  ...fields,
});

test('the newest open or expired invite to the present contacts is sent again', () => {
  const accepted = invite('accepted', { status: 'ACCEPTED' });
  const expired = invite('expired', { status: 'EXPIRED', expiredReason: 'TTL' });
  expect(resendable([accepted, expired, invite('older')], user)?.id).toBe('expired');
});

test('an invite to a former contact, a revoked and a replaced one are not', () => {
  const invites = [
    invite('wrong', { inviteeEmail: 'jo@hone.test' }),
    invite('phone', { inviteePhone: '+12025550199' }),
    invite('revoked', { status: 'EXPIRED', expiredReason: 'REVOKED' }),
    invite('replaced', { status: 'EXPIRED', expiredReason: 'SUPERSEDED' }),
  ];
  expect(resendable(invites, user)).toBeUndefined();
});
