import { z } from 'zod';

/** A message as its reader would get it. */
export const MessagePreview = z
  .object({
    to: z.string().meta({ description: 'Masked.', example: 'j•••@example.test' }),
    subject: z
      .string()
      .optional()
      .meta({ description: 'Of mails only.', example: 'Your invite to Maple Court' }),
    text: z.string().meta({
      description: 'The text, or the plain text of the mail.',
      example: 'Hello Jordan,\n\nHarbor Homes invites you to Apt 4B at Maple Court. …',
    }),
    html: z.string().optional().meta({ description: 'Of mails only.', example: '<!doctype html>…' }),
    locale: z.string().meta({ description: 'The language in which the message is written.', example: 'en' }),
    segments: z.int().optional().meta({
      description: 'Of texts only: in how many parts carriers send and charge it.',
      example: 2,
    }),
  })
  .meta({ id: 'MessagePreview' });
