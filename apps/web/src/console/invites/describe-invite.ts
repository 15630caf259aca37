import { sayPhone } from '../../phones/say-phone.ts';
import type { Entity } from '../api.ts';
import { languageName } from '../parts/language-name.ts';

/** An invite of the Admin API. */
export type Invite = Entity<'Invite'>;

/** Words for the states of invites in the filter of a list. */
export const statusWords: Readonly<Record<Invite['status'], string>> = {
  PENDING: 'Open',
  ACCEPTED: 'Accepted',
  EXPIRED: 'Ended',
};

/** Words for the roles of invited people. */
export const roleWords: Readonly<Record<Invite['role'], string>> = {
  PRIMARY: 'Main resident',
  OCCUPANT: 'Occupant',
};

/** Languages of the messages. */
const languages = ['en', 'es', 'fr', 'de'] as const;

/** Returns the choices of a message's language; a stored language that is none of them is a choice too. */
export const languageChoices = (stored: string | null): { value: string; label: string }[] => [
  { value: '', label: 'As the building' },
  ...new Set([...languages, ...(stored === null ? [] : [stored])]).values().map((value) => ({
    value,
    label: languageName(value),
  })),
];

const ends: Readonly<Record<NonNullable<Invite['expiredReason']>, string>> = {
  TTL: 'Expired',
  REVOKED: 'Revoked',
  SUPERSEDED: 'Replaced',
};

/** Returns the state of an invite in words; for an ended one, the reason. */
export const statusInWords = ({ status, expiredReason }: Invite): string =>
  expiredReason === null ? statusWords[status] : ends[expiredReason];

/** Returns the contact of an invite: the e-mail address, else the phone number. */
export const contactOf = ({ inviteeEmail, inviteePhone }: Pick<Invite, 'inviteeEmail' | 'inviteePhone'>) =>
  inviteeEmail ?? (inviteePhone && sayPhone(inviteePhone));

/** Returns the name of the invited person, else the contact. */
export const nameOfInvite = ({ inviteeName, inviteeEmail, inviteePhone }: Invite): string =>
  inviteeName ?? contactOf({ inviteeEmail, inviteePhone }) ?? 'No contact';

const faults: Readonly<Record<string, string>> = {
  mailbox_unavailable: 'the mailbox does not answer',
  mailbox_refused: 'the mailbox does not exist or takes no mail',
  refused_by_mail_server: 'the mail server refused it',
  invalid_number: 'the number does not exist',
  opted_out: 'the person has replied STOP',
  premium_number: 'texts to the number cost extra',
  recipient_limit_reached: 'the person has received too many messages',
  refused_by_carrier: 'the carrier refused it',
  contact_changed: 'the contact was corrected in the meantime',
  sent_again: 'a later message replaced it',
  pass_ended: 'the pass had ended',
};

/** Returns the reason of a failed delivery in words. */
export const faultInWords = (error: string): string => faults[error] ?? error.replaceAll('_', ' ');

/** Returns the reason why an invite is stuck. */
export function whyStuck({ renewalRequestedAt, deliveries }: Invite): string {
  if (renewalRequestedAt !== null) return 'asked for a new link';
  const isReason = ({ status, error }: (typeof deliveries)[number]): boolean =>
    (status === 'BOUNCED' || status === 'FAILED') && error !== 'sent_again';
  const failed = deliveries.find(isReason);
  if (!failed) return 'sent, never opened';
  const reason = failed.error === null ? '' : `: ${faultInWords(failed.error)}`;
  return `${failed.channel === 'EMAIL' ? 'e-mail' : 'text'} did not arrive${reason}`;
}

/** An event in the life of an invite. */
export interface Milestone {
  what: string;
  at: string;
  isFault: boolean;
}

const deliveryWords = {
  QUEUED: 'is queued',
  SENT: 'was sent',
  DELIVERED: 'arrived',
  BOUNCED: 'came back',
  FAILED: 'failed',
} as const;

/** Returns the events of an invite, the oldest first. */
export function timelineOf(invite: Invite): Milestone[] {
  const by = invite.createdBy.name === null ? '' : ` by ${invite.createdBy.name}`;
  const milestones: { what: string; at: string | null; isFault?: boolean }[] = [
    { what: `Created${by}`, at: invite.createdAt },
    ...invite.deliveries.map(({ channel, kind, to, status, error, at }) => ({
      what: `${kind === 'REMINDER' ? 'Reminder by' : 'Invite by'} ${channel === 'EMAIL' ? 'e-mail' : 'text'} to ${to} ${deliveryWords[status]}${error === null ? '' : `: ${faultInWords(error)}`}`,
      at,
      isFault: status === 'BOUNCED' || status === 'FAILED',
    })),
    { what: 'Opened', at: invite.previewedAt },
    { what: 'Asked for a new link', at: invite.renewalRequestedAt },
    { what: 'Accepted', at: invite.acceptedAt },
    { what: 'Revoked', at: invite.revokedAt, isFault: true },
    { what: 'Expired', at: invite.expiredReason === 'TTL' ? invite.expiresAt : null, isFault: true },
  ];
  return milestones
    .flatMap(({ what, at, isFault = false }) => (at === null ? [] : [{ what, at, isFault }]))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Whether a message of an invite is queued. */
export const isBeingSent = ({ deliveries }: Pick<Invite, 'deliveries'>): boolean =>
  deliveries.some(({ status }) => status === 'QUEUED');
