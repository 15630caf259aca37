import { z } from 'zod';

/** The code of a message that proves a contact. */
export const SentCode = z.object({
  code: z
    .string()
    .regex(/^\s*\d{3}[\s-]?\d{3}\s*$/, 'Enter the six digits of the message.')
    .transform((text) => text.replaceAll(/\D/g, ''))
    .meta({ description: 'Six digits of the newest message.', example: '482913' }),
});
export type SentCode = z.output<typeof SentCode>;
