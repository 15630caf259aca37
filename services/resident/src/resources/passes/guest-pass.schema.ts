import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { pinOfToken } from '@pas/shared/access/pass-links';
import { weekdays } from '@pas/shared/access/pass-window';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import type { GuestPassView } from './load-guest-pass.ts';

const GuestDoor = z.object({
  id: idSchema('accessPoint'),
  name: z.string().meta({ example: 'Main door' }),
  kind: z.enum(['DOOR', 'GATE', 'GARAGE', 'ELEVATOR', 'UNIT']),
  online: z.boolean().nullable().meta({
    description:
      'True when the controller reported within the last 90 seconds. Null until its first report for this door.',
  }),
});

/** A pass as shown to its guest. */
export const GuestPass = z
  .object({
    propertyName: z.string().meta({ example: 'Maple Court' }),
    timeZone: z.string().meta({
      description: 'The IANA time zone of the property. Days and times of day are local to it.',
      example: 'America/New_York',
    }),
    guestName: z.string().nullable().meta({ example: 'Sam' }),
    startsAt: Timestamp,
    endsAt: Timestamp.meta({ description: 'Exclusive.' }),
    weekdays: z
      .array(z.enum(weekdays))
      .nullable()
      .meta({ description: 'Days on which the pass is valid. Null: every day.' }),
    timeFrom: z.string().nullable().meta({ description: 'The start of the daily window.', example: '09:00' }),
    timeTo: z.string().nullable().meta({
      description: 'The end of the daily window, exclusive. Before `timeFrom`: it ends on the next day.',
      example: '17:00',
    }),
    isWithinTimes: z.boolean().meta({ description: 'True when the times of the pass allow an opening now.' }),
    pin: z.string().nullable().meta({
      description:
        'Six digits for the keypads of the doors. Null outside the times of the pass and after its last use.',
      example: '482913',
    }),
    usesLeft: z.int().nullable().meta({ description: 'Null: unlimited.', example: 3 }),
    accessPoints: z.array(GuestDoor).meta({ description: 'Doors that the pass opens.' }),
  })
  .meta({ id: 'GuestPass' });

/** Returns the remaining uses of a pass; null without a limit. */
export const usesLeftOf = ({ maxUses, uses }: GuestPassView['pass']): number | null =>
  maxUses === null ? null : Math.max(0, maxUses - uses);

/** Returns the PIN for the guest; null outside the times of the pass, and after its last use. */
export const shownPinOf = ({ pass, isWithinTimes }: GuestPassView, token: string): string | null =>
  isWithinTimes && usesLeftOf(pass) !== 0 ? pinOfToken(token, pass.pinCounter) : null;

/** Presents a pass to a holder of its link. */
export function presentGuestPass(view: GuestPassView, token: string): z.input<typeof GuestPass> {
  const { pass, property, doors, isWithinTimes } = view;
  const { guestName, timeFrom, timeTo } = pass;
  return {
    propertyName: property.name,
    timeZone: property.timeZone,
    guestName,
    startsAt: timestamp(pass.startsAt),
    endsAt: timestamp(pass.endsAt),
    weekdays: pass.weekdays.length === 0 ? null : pass.weekdays,
    timeFrom,
    timeTo,
    isWithinTimes,
    pin: shownPinOf(view, token),
    usesLeft: usesLeftOf(pass),
    accessPoints: doors.map(({ _id: id, name, kind, online }) => ({ id, name, kind, online })),
  };
}
