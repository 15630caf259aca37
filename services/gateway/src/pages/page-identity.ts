import { escapeHtml } from '@pas/platform/http/escape-html';

/** The identity provider at which a page signs people in, as a public client. */
export interface PageIdentity {
  /** Exactly as the provider's tokens spell it. */
  issuer: string;
  clientId: string;
}

/** What the page's own scripts may call: this origin, and the identity provider's. */
export const connectSourcesOf = (identity: PageIdentity | null): string =>
  identity === null ? "'self'" : `'self' ${new URL(identity.issuer).origin}`;

/** Names the identity provider in the head of a page, where its scripts read it. */
export function nameIdentity(page: string, identity: PageIdentity | null): string {
  if (identity === null) return page;
  const named = Object.entries({ 'identity-issuer': identity.issuer, 'identity-client': identity.clientId });
  const tags = named.map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}" />`);
  return page.replace('</head>', () => `${tags.join('')}</head>`);
}
