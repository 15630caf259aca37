import { fill } from '@pas/shared/messages/fill';
import { toShortText, type ShortText } from './gsm-text.ts';
import type { InviteMessage } from './invite-message.ts';

/** The longest name in a text, because each part is charged. */
const maxNameLength = 30;

/** Shortens a name to the maximum length in a text. */
export const shorten = (name: string): string => {
  const letters = Array.from(name);
  return letters.length <= maxNameLength
    ? name
    : `${letters
        .slice(0, maxNameLength - 1)
        .join('')
        .trimEnd()}…`;
};

/** Writes an invite as a text message, with the whole link. */
export function writeInviteText({ kind, messages, values }: InviteMessage): ShortText {
  const sentence = kind === 'REMINDER' ? messages.sms.reminder : messages.sms.invite;
  const { tenant, property, unit } = values;
  const short = { tenant: shorten(tenant), property: shorten(property), unit: shorten(unit) };
  return toShortText(fill(sentence, { ...values, ...short }));
}
