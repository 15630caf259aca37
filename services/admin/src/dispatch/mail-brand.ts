import { escapeHtml } from '@pas/platform/http/escape-html';
import type { TenantRow } from '@pas/shared/models/tenant';
import { brandOf } from '@pas/shared/tenants/brand-of';
import { toLine } from './to-line.ts';

/** The appearance of a company in its mails. */
export interface MailBrand {
  /** One line. */
  name: string;
  /** The colour of buttons and links, `#rrggbb`. */
  accent: string;
  /** The address of a logo that mail programs show; null without one. */
  logoUrl: string | null;
}

/** The colour of a mail without an accent, as in `apps/mail`. */
const defaultAccent = '#1d5fc4';

/** The appearance of a mail of a deleted company. */
export const unbranded: MailBrand = { name: '', accent: defaultAccent, logoUrl: null };

/**
 * Returns the appearance of a tenant's mails. Mail programs show no SVG.
 *
 * @param portalUrl the base of the logo's address
 */
export function mailBrandOf(tenant: TenantRow, portalUrl: string): MailBrand {
  const { name, accent, logo } = brandOf(tenant);
  return {
    name: toLine(name),
    accent: accent ?? defaultAccent,
    logoUrl: logo?.mediaType === 'image/png' ? `${portalUrl}${logo.path}` : null,
  };
}

/** Renders the logo of a company, else its name. Programs that load no images show the name. */
export function renderMailBrand({ name, logoUrl }: MailBrand): string {
  const text = escapeHtml(name);
  if (logoUrl === null) return text;
  return `<img src="${escapeHtml(logoUrl)}" alt="${text}" height="40" style="display:block;height:40px;width:auto;max-width:100%;">`;
}
