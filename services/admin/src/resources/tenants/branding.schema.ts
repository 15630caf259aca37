import { contrastWithWhite, minTextContrast } from '@pas/shared/tenants/contrast';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';

/** Writes a contrast. It is rounded down, so that a value below the limit never reads as the limit. */
const writeContrast = (color: string): string => (Math.floor(contrastWithWhite(color) * 10) / 10).toFixed(1);

const Accent = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, {
    error: 'Write the colour as # and six hexadecimal digits, such as #1d5fc4.',
    abort: true,
  })
  .toLowerCase()
  .refine((color) => contrastWithWhite(color) >= minTextContrast, {
    error: ({ input }) => {
      const color = String(input);
      return `The contrast of ${color} with white is ${writeContrast(color)}:1, and white text on it needs at least ${minTextContrast}:1. Choose a darker colour.`;
    },
  });

const name = {
  description: 'The name on pages and in mails. Null: the name of the tenant.',
  example: 'Harbor Homes Living',
};

const accent = {
  description:
    'The colour of buttons and links, in lower case. Its contrast with white is at least 4.5. Dark schemes use a lighter shade of it. Null: the usual colour.',
  example: '#0b6e4f',
};

/** The appearance of a tenant, as the Admin API shows it. */
export const Branding = z
  .object({ name: z.string().nullable().meta(name), accent: z.string().nullable().meta(accent) })
  .meta({ description: 'The appearance of pages and mails.' });

/** Changes of the appearance. */
export const BrandingPatch = z
  .strictObject({
    name: oneLine(80).nullable().optional().meta(name),
    accent: Accent.nullable().optional().meta(accent),
  })
  .meta({ description: 'Fields that are not sent stay unchanged.' });

/** The address of a tenant's logo. */
export const LogoUrl = z.string().nullable().meta({
  description:
    'The address of the logo on pages and in mails. Anybody can load it without a credential. A new logo has a new address, and the old address answers 404. Null: no logo.',
  example: 'https://portal.example.com/brand/ten_01kb3rt9d5e0p8m6q2v7x4hzjn/2c26b46b68ffc68ff99b453c1d304134',
});
