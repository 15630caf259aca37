import { InviteModel } from '@pas/shared/models/invite';

/** Number of the latest acceptances that the median includes. Older ones are less representative. */
const sampleSize = 500;
const hourMs = 3_600_000;

type Acceptance = { createdAt: Date; acceptedAt: Date };

/**
 * Returns the median hours from an invite's creation to its acceptance, with one decimal; null without any.
 */
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
