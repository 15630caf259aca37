import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';

/** The maximum number of tokens in one call. */
const maxReports = 100;

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

const FoundAt = oneLine(1000).refine(isWebAddress, 'Use an http or https address.');

/** One token that was found in public. */
const LeakReport = z.strictObject({
  token: z.string().min(1).max(200).meta({
    description: 'The whole token as it was found. It proves that the reporter has it.',
    example: 'pas_live_0aZ31bYq7Tn4_…',
  }),
  url: FoundAt.nullable().optional().meta({
    description: 'The address where the token was found.',
    example: 'https://code.example.com/blob/main/.env',
  }),
  source: oneLine(100)
    .nullable()
    .optional()
    .meta({ description: 'The name of the scanner or the kind of place.', example: 'Secret scanner' }),
});
export type LeakReport = z.output<typeof LeakReport>;

export const ReportLeakedKeys = z.object({
  reports: z.array(LeakReport).min(1).max(maxReports).meta({ description: 'The tokens that were found.' }),
});

export const LeakReceipt = z
  .object({
    received: z.int().meta({
      description: 'The number of tokens in the request. The answer does not state which of them are keys.',
      example: 1,
    }),
  })
  .meta({ id: 'LeakReceipt' });
