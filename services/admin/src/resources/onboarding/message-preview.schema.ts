import { z } from 'zod';

/** A message as its recipient would see it. */
export const MessagePreview = z
  .object({
    to: z.string().meta({ description: 'Masked.', example: 'j•••@example.test' }),
    subject: z
      .string()
      .optional()
      .meta({ description: 'Only for mails.', example: 'Your invite to Maple Court' }),
    text: z.string().meta({
      description: 'The text, or the plain text of the mail.',
      example: 'Hello Jordan,\n\nHarbor Homes invites you to Apt 4B at Maple Court. …',
    }),
    html: z.string().optional().meta({ description: 'Only for mails.', example: '<!doctype html>…' }),
    locale: z.string().meta({ description: 'The language in which the message is written.', example: 'en' }),
    segments: z.int().optional().meta({
      description: 'The number of parts that carriers send and charge. Only for texts.',
      example: 2,
    }),
  })
  .meta({ id: 'MessagePreview' });
