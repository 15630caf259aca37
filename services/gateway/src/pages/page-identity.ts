import { escapeHtml } from '@pas/platform/http/escape-html';

/** The identity provider at which a page signs people in, as a public client. */
export interface PageIdentity {
  /** Exactly as the provider's tokens spell it. */
  issuer: string;
  clientId: string;
}

/** Sources of `connect-src` in the page's policy: this origin, and that of the identity provider. */
export const connectSourcesOf = (identity: PageIdentity | null): string =>
  identity === null ? "'self'" : `'self' ${new URL(identity.issuer).origin}`;

/** Writes the identity provider into `meta` elements of a page for its scripts. */
export function nameIdentity(page: string, identity: PageIdentity | null): string {
  if (identity === null) return page;
  const named = Object.entries({ 'identity-issuer': identity.issuer, 'identity-client': identity.clientId });
  const tags = named.map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}" />`);
  return page.replace('</head>', () => `${tags.join('')}</head>`);
}
