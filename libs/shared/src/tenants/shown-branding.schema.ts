import { z } from 'zod';
import type { Brand } from '../pages/brand.ts';

/** The appearance of a company, for the pages of its residents and staff. */
export const ShownBranding = z
  .object({
    name: z.string().meta({ example: 'Harbor Homes Living' }),
    accent: z.string().nullable().meta({
      description:
        'The colour of buttons and links. Its contrast with white is at least 4.5. Null: the usual colour.',
      example: '#0b6e4f',
    }),
    logoUrl: z.string().nullable().meta({
      description: 'The path of the logo on this host. Anybody can load it. Null: no logo.',
      example: '/brand/ten_01kb3rt9d5e0p8m6q2v7x4hzjn/2c26b46b68ffc68ff99b453c1d304134',
    }),
  })
  .meta({ id: 'ShownBranding', description: 'The appearance of the company on pages.' });

/** Presents the appearance of a company. */
export function presentBrand({ name, accent, logo }: Brand): z.input<typeof ShownBranding> {
  return { name, accent, logoUrl: logo?.path ?? null };
}
