/** The purpose of a cookie in a resident's browser. */
export type CookiePurpose = 'refresh' | 'device';

/** Returns the names of a cookie: with TLS, and without it in development, where cookies ignore ports. */
const cookieNames = (purpose: CookiePurpose, environment: string) => ({
  secure: `__Host-pas_${purpose}`,
  plain: `pas_${purpose}_${environment}`,
});

/** Returns the names of all cookies that the gateway forwards on sign-in routes. */
export const signInCookieNames = (environment: string): string[] =>
  (['refresh', 'device'] as const).flatMap((purpose) => Object.values(cookieNames(purpose, environment)));

/** A cookie that scripts cannot read, and other sites cannot send. */
export interface BrowserCookie {
  /** Returns the value in a Cookie header; null if it is missing or empty. */
  read(cookie: string | undefined): string | null;
  /** Makes the `Set-Cookie` of a value. */
  set(value: string, maxAgeSeconds: number): string;
  /** Makes the `Set-Cookie` that removes it. */
  clear(): string;
}

/**
 * Prepares a cookie of an environment. With TLS, its prefix prevents other hosts of the domain from setting it (RFC
 * 6265bis, section 4.1.3.2).
 *
 * @param portalUrl the address that browsers use
 */
export function createBrowserCookie(
  purpose: CookiePurpose,
  { portalUrl, environment }: { portalUrl: string; environment: string },
): BrowserCookie {
  const isSecure = portalUrl.startsWith('https://');
  const names = cookieNames(purpose, environment);
  const name = isSecure ? names.secure : names.plain;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|; *)${RegExp.escape(name)}=([^;]*)`);
  const set: BrowserCookie['set'] = (value, maxAgeSeconds) =>
    `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`;
  return { read: (cookie) => pattern.exec(cookie ?? '')?.[1] || null, set, clear: () => set('', 0) };
}
