import { describe, expect, test } from 'vitest';
import type { InviteRow } from '../models/invite.ts';
import { deadInvite, inviteStateAt } from './invite-state.ts';

type StoredInviteState = Pick<InviteRow, 'tenantId' | 'status' | 'expiredReason' | 'expiresAt'>;

const expiresAt = new Date('2026-03-01T12:00:00.000Z');
const before = new Date(expiresAt.getTime() - 1);
const after = new Date(expiresAt.getTime() + 1);
const invite = (
  status: StoredInviteState['status'],
  expiredReason: StoredInviteState['expiredReason'] = null,
): StoredInviteState => ({
  tenantId: 'ten_1',
  status,
  expiredReason,
  expiresAt,
});

describe('the state of an invite', () => {
  test.each([
    ['pending before its time', invite('PENDING'), before, { status: 'PENDING', expiredReason: null }],
    ['expired at its time', invite('PENDING'), expiresAt, { status: 'EXPIRED', expiredReason: 'TTL' }],
    [
      'expired after its time, whether or not that is stored',
      invite('PENDING'),
      after,
      { status: 'EXPIRED', expiredReason: 'TTL' },
    ],
    ['accepted for ever', invite('ACCEPTED'), after, { status: 'ACCEPTED', expiredReason: null }],
    [
      'revoked for ever',
      invite('EXPIRED', 'REVOKED'),
      after,
      { status: 'EXPIRED', expiredReason: 'REVOKED' },
    ],
    [
      'superseded before its time too',
      invite('EXPIRED', 'SUPERSEDED'),
      before,
      { status: 'EXPIRED', expiredReason: 'SUPERSEDED' },
    ],
  ])('is %s', (_name, stored, now, state) => {
    expect(inviteStateAt(stored, now)).toEqual(state);
  });
});

describe('the refusal of a dead link', () => {
  test.each([
    ['invite_accepted', invite('ACCEPTED'), 'ACCEPTED'],
    ['invite_expired', invite('PENDING'), 'EXPIRED'],
    ['invite_expired', invite('EXPIRED', 'TTL'), 'EXPIRED'],
    ['invite_revoked', invite('EXPIRED', 'REVOKED'), 'EXPIRED'],
    ['invite_superseded', invite('EXPIRED', 'SUPERSEDED'), 'EXPIRED'],
  ])('is %s', (code, stored, status) => {
    const fault = deadInvite(stored, after);
    expect(fault).toMatchObject({ kind: 'gone', code });
    expect(fault.details.members).toEqual({ invite: { status, expiresAt: '2026-03-01T12:00:00.000Z' } });
  });

  test('lets the caller retry for a pending invite', () => {
    expect(deadInvite(invite('PENDING'), before)).toMatchObject({ kind: 'unavailable', code: 'busy' });
  });
});
