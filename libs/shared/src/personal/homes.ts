import { AccessEventModel } from '../models/access-event.ts';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import { CallModel, type CallLeg } from '../models/call.ts';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { ReportModel } from '../models/report.ts';
import { UnlockAttemptModel } from '../models/unlock-attempt.ts';
import { erased, erasedText, subjectsOf, withoutActorName, withoutValues, type Person } from './person.ts';
import { personalRows } from './personal-rows.ts';
import { eraserWithin } from './values-within.ts';

/** Whether an invite is to the person, and not one that the person has sent to somebody else. */
export function isInviteTo({ inviteIds, emailKeys, phones }: Person, invite: InviteRow): boolean {
  const { _id, contactKey, inviteePhone, inviteeEmail } = invite;
  if (inviteIds.includes(_id)) return true;
  if (contactKey !== null && [...emailKeys, ...phones].includes(contactKey)) return true;
  return inviteePhone !== null && phones.includes(inviteePhone) && inviteeEmail === null;
}

/** Returns the keys of the person's contacts in invites. */
export const contactKeysOf = ({ emailKeys, phones }: Pick<Person, 'emailKeys' | 'phones'>): string[] => [
  ...emailKeys,
  ...phones,
];

/** Returns the filters of the invites to the person. */
function ownInvites(person: Person) {
  const { tenantId, inviteIds } = person;
  const contactKeys = contactKeysOf(person);
  return [
    { tenantId, _id: { $in: [...inviteIds] } },
    ...(contactKeys.length === 0 ? [] : [{ tenantId, contactKey: { $in: contactKeys } }]),
  ];
}

const withoutInvitee = (invite: InviteRow): Partial<InviteRow> => ({
  inviteeEmail: erasedText(invite.inviteeEmail),
  inviteePhone: erasedText(invite.inviteePhone),
  inviteeName: erasedText(invite.inviteeName),
  contactKey: null,
  pendingKey: null,
  deliveries: invite.deliveries.map((delivery) => ({ ...delivery, to: erased })),
});

/** Returns the filters of the passes that a person holds. */
export const heldPassesOf = ({
  tenantId,
  emailKeys,
  phones,
}: Pick<Person, 'tenantId' | 'emailKeys' | 'phones'>) => [
  ...(emailKeys.length === 0 ? [] : [{ tenantId, holderEmailKey: { $in: [...emailKeys] } }]),
  ...(phones.length === 0 ? [] : [{ tenantId, holderPhone: { $in: [...phones] } }]),
];

/** Whether the person made or holds a pass. */
const isPassOf = ({ userId, emailKeys, phones }: Person, pass: AccessPassRow): boolean =>
  pass.createdBy.id === userId ||
  emailKeys.includes(pass.holderEmailKey ?? '') ||
  phones.includes(pass.holderPhone ?? '');

const withoutHolder = ({ guestName, holderEmail, holderPhone, endNote }: AccessPassRow) => ({
  guestName: erasedText(guestName),
  holderEmail: erasedText(holderEmail ?? null),
  holderEmailKey: null,
  holderPhone: erasedText(holderPhone ?? null),
  endNote: erasedText(endNote ?? null),
});

/** Whether a leg of a call rang the person. */
const isLegOf = ({ userId, phones }: Person, leg: CallLeg): boolean =>
  leg.userId === userId || phones.includes(leg.toNumber ?? '');

/** Collections of the person's actions, and of events at their homes. */
export const homeRows = {
  invites: personalRows({
    model: InviteModel,
    find(person) {
      const { tenantId, unitIds, userId } = person;
      const subjects = subjectsOf(person);
      return [
        ...ownInvites(person),
        { tenantId, unitId: { $in: [...unitIds] }, 'createdBy.id': userId },
        // No index has the creators. Staff are erased rarely, and one scan of the tenant's invites finds theirs.
        ...(subjects.length === 0 ? [] : [{ tenantId, 'createdBy.id': { $in: subjects } }]),
      ];
    },
    findShown: ownInvites,
    isShown: (row, person) => isInviteTo(person, row),
    shown: [
      'status',
      'inviteeEmail',
      'inviteePhone',
      'inviteeName',
      'role',
      'locale',
      'propertyId',
      'unitId',
      'lastSentAt',
      'previewedAt',
      'acceptedAt',
      'expiresAt',
      'deliveries',
      'createdAt',
    ],
    erase: (row, person) => ({
      ...(isInviteTo(person, row) && withoutInvitee(row)),
      createdBy: withoutActorName(person, row.createdBy),
    }),
  }),
  calls: personalRows({
    model: CallModel,
    find: ({ tenantId, userId, phones }) => [
      { tenantId, 'legs.userId': userId },
      ...phones.flatMap((phone) => [
        { tenantId, fromNumber: phone },
        { tenantId, toNumber: phone },
      ]),
    ],
    shown: [
      'propertyId',
      'unitId',
      'direction',
      'fromNumber',
      'toNumber',
      'status',
      'outcome',
      'answeredBy',
      'startedAt',
      'answeredAt',
      'endedAt',
      'legs',
    ],
    // A call rings everybody in the home.
    ownPart: ({ answeredBy, legs }, person) => ({
      answeredBy: answeredBy === person.userId ? answeredBy : null,
      legs: legs.filter((leg) => isLegOf(person, leg)),
    }),
    erase: ({ fromNumber, toNumber, legs }, person) => ({
      ...(person.phones.includes(fromNumber ?? '') && { fromNumber: erased }),
      ...(person.phones.includes(toNumber ?? '') && { toNumber: erased }),
      legs: legs.map((leg) => (isLegOf(person, leg) ? { ...leg, toNumber: erasedText(leg.toNumber) } : leg)),
    }),
  }),
  access_events: personalRows({
    model: AccessEventModel,
    find: ({ tenantId, userId }) => [{ tenantId, 'subject.id': userId }],
    shown: [
      'accessPointId',
      'propertyId',
      'unitId',
      'decision',
      'reason',
      'method',
      'passId',
      'callId',
      'occurredAt',
    ],
    erase: null,
  }),
  access_passes: personalRows({
    model: AccessPassModel,
    find: (person) => [
      { tenantId: person.tenantId, isLive: { $in: [true, false] }, 'createdBy.id': person.userId },
      ...heldPassesOf(person),
      { tenantId: person.tenantId, 'endedBy.id': { $in: [...person.actorIds] } },
    ],
    isShown: (row, person) => isPassOf(person, row),
    shown: [
      'propertyId',
      'accessPointIds',
      'kind',
      'guestName',
      'holderEmail',
      'holderPhone',
      'startsAt',
      'endsAt',
      'weekdays',
      'timeFrom',
      'timeTo',
      'maxUses',
      'uses',
      'createdAt',
      'deletedAt',
    ],
    erase: (row, person) => ({
      ...(isPassOf(person, row) && withoutHolder(row)),
      endedBy: withoutActorName(person, row.endedBy ?? null),
    }),
  }),
  reports: personalRows({
    model: ReportModel,
    // The report of any neighbour may mention the person.
    find: ({ tenantId }) => [{ tenantId }],
    findShown: ({ tenantId, userId }) => [{ tenantId, userId }],
    shown: ['propertyId', 'unitId', 'kind', 'text', 'accessPointId', 'status', 'createdAt'],
    erase: ({ userId, text }, person) => ({
      text: userId === person.userId ? erased : withoutValues(person, eraserWithin(person)(text)),
    }),
  }),
  unlock_attempts: personalRows({
    model: UnlockAttemptModel,
    find: ({ tenantId, userId }) => [{ tenantId, 'subject.id': userId }],
    shown: ['accessPointId', 'propertyId', 'status', 'confirmed', 'error', 'createdAt', 'endedAt'],
    erase: null,
  }),
};
