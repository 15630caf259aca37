import type { z } from 'zod';
import { asInteger, PlainInteger } from './page.ts';

/** `wait` of a long poll: the maximum wait for a change, in seconds. */
export const waitParameter = (maxSeconds: number): z.ZodType<number> =>
  PlainInteger.refine((seconds) => seconds <= maxSeconds, `Expected at most ${maxSeconds}.`)
    .default(0)
    .meta({
      description: 'Seconds to wait for something new before the answer.',
      override: asInteger({ minimum: 0, maximum: maxSeconds, default: 0 }),
    });
