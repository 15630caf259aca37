import { createHash } from 'node:crypto';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { DeviceRow } from '@pas/shared/models/device';
import type { UserRow } from '@pas/shared/models/user';
import { newLiveRow } from '@pas/shared/models/new-row';
import { daysBefore } from './demo-context.ts';
import type { Dice } from './dice.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns a well-formed token that reaches no device. */
const pushTokenOf = (user: UserRow): string => digest(`push token of ${user.email}`).toString('base64url');

function newDevice(ctx: OperationContext, user: UserRow, dice: Dice): DeviceRow {
  const made = { ...ctx, now: user.createdAt };
  const isPhoneOfApple = dice.chance(0.6);
  const isStale = dice.chance(0.08);
  const isInvalid = !isStale && dice.chance(0.04);
  const lastSeenAt = daysBefore(ctx.now, isStale ? dice.between(61, 200) : dice.between(0, 600) / 100);
  const pushToken = pushTokenOf(user);
  return {
    ...newLiveRow(made, 'device'),
    userId: user._id,
    platform: isPhoneOfApple ? 'IOS' : 'ANDROID',
    provider: isPhoneOfApple ? 'APNS' : 'FCM',
    installationId: digest(`installation of ${user.email}`).toString('hex').slice(0, 32),
    pushToken,
    tokenHash: digest(pushToken).toString('hex'),
    tokenLast6: pushToken.slice(-6),
    appVersion: `4.${dice.between(8, 12)}.0`,
    status: (isStale && 'STALE') || (isInvalid && 'INVALID') || 'ACTIVE',
    lastSeenAt: lastSeenAt < user.createdAt ? user.createdAt : lastSeenAt,
  };
}

/** Builds the phones of most residents who signed in. */
export function demoDevices(ctx: OperationContext, users: readonly UserRow[], dice: Dice): DeviceRow[] {
  return users
    .filter(({ status }) => status === 'ACTIVE')
    .filter(() => dice.chance(0.85))
    .map((user) => newDevice(ctx, user, dice));
}
