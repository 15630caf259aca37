import { InviteModel } from '@pas/shared/models/invite';

/** The most recent acceptances that the median stands on; older ones say little about today. */
const sampleSize = 500;
const hourMs = 3_600_000;

type Acceptance = { createdAt: Date; acceptedAt: Date };

/** The median of the hours from an invite's creation to its acceptance, one decimal; null where none was accepted. */
export async function readMedianHoursToAccept(invites: { tenantId: string }): Promise<number | null> {
  const accepted = await InviteModel.find({ ...invites, status: 'ACCEPTED' })
    .select({ createdAt: 1, acceptedAt: 1, _id: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(sampleSize)
    .lean<Acceptance[]>();
  const hours = accepted
    .map(({ createdAt, acceptedAt }) => (acceptedAt.getTime() - createdAt.getTime()) / hourMs)
    .toSorted((a, b) => a - b);
  const upper = hours[Math.floor(hours.length / 2)];
  const lower = hours[Math.floor((hours.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) * 5) / 10;
}
