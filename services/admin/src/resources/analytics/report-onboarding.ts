import { InviteModel } from '@pas/shared/models/invite';
import type { Report } from './read-series.ts';
import { countIf, type Sums } from './sum-rows.ts';

/** Time without a bounce after which a mail counts as delivered, in milliseconds. */
const bounceMs = 10 * 60_000;

const isSet = (field: string) => ({ $gt: [field, null] });

/** Whether a delivery has arrived: it has a receipt, or is a mail without a bounce for ten minutes. */
const hasArrived = (now: Date) => ({
  $or: [
    { $eq: ['$$delivery.status', 'DELIVERED'] },
    {
      $and: [
        { $eq: ['$$delivery.channel', 'EMAIL'] },
        { $eq: ['$$delivery.status', 'SENT'] },
        { $lte: ['$$delivery.at', new Date(now.getTime() - bounceMs)] },
      ],
    },
  ],
});

type Stage = 'created' | 'dispatched' | 'delivered' | 'previewed' | 'accepted';

/**
 * Report of the invites' stages. Each invite counts in the bucket of its creation. So all stages of a bucket
 * count the same invites and yield rates.
 */
export const onboardingReport = (now: Date): Report<Stage, Sums<Stage>> => ({
  measure: {
    model: InviteModel as never,
    moment: 'createdAt',
    sums: {
      created: 1,
      dispatched: countIf({ $gt: [{ $size: '$deliveries' }, 0] }),
      delivered: countIf({
        $anyElementTrue: { $map: { input: '$deliveries', as: 'delivery', in: hasArrived(now) } },
      }),
      previewed: countIf(isSet('$previewedAt')),
      accepted: countIf({ $eq: ['$status', 'ACCEPTED'] }),
    },
  },
  present: (sums) => sums,
});
