import type { TenantRow } from '../models/tenant.ts';
import type { Brand } from '../pages/brand.ts';

/** The appearance of a deleted company. */
export const noBrand: Brand = { name: '', accent: null, logo: null };

/** The fields of a tenant that its appearance depends on. */
export const brandFields = { name: 1, logo: 1, 'settings.branding': 1 } as const;

/** Returns the appearance of a tenant's pages and mails. */
export function brandOf({
  _id,
  name,
  logo,
  settings,
}: Pick<TenantRow, '_id' | 'name' | 'logo'> & { settings: Pick<TenantRow['settings'], 'branding'> }): Brand {
  const { branding } = settings;
  return {
    name: branding?.name ?? name,
    accent: branding?.accent ?? null,
    logo: logo ? { path: `/brand/${_id}/${logo.hash}`, mediaType: logo.mediaType } : null,
  };
}

/** Returns the address of a logo, which any browser or mail program can load; null without a logo. */
export function logoUrlOf({ logo }: Brand, portalUrl: string): string | null {
  return logo && `${portalUrl}${logo.path}`;
}
