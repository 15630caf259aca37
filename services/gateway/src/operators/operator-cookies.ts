/** The cookies of operators: their names and attributes depend on the address that browsers use. */
export interface OperatorCookies {
  session: CookieKind;
  /** The pending log-in of this browser. */
  login: CookieKind;
}

/** One cookie of ours. */
interface CookieKind {
  name: string;
  /** The value in a Cookie header; null if it is missing or empty. */
  read(header: string | undefined): string | null;
  /** Makes a `Set-Cookie`; without an age the cookie ends with the browser. */
  set(value: string, maxAgeSeconds?: number): string;
  /** Makes the `Set-Cookie` that removes it. */
  clear(): string;
}

function cookieKind(name: string, isSecure: boolean): CookieKind {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|; *)${RegExp.escape(name)}=([^;]*)`);
  return {
    name,
    read: (header) => pattern.exec(header ?? '')?.[1] || null,
    set: (value, maxAgeSeconds) =>
      `${name}=${value}; ${attributes}${maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}

/**
 * Makes the cookies of a gateway. With TLS their prefix keeps other hosts of the domain from setting them (RFC 6265bis,
 * section 4.1.3.2). Without TLS the environment keeps gateways apart, since cookies ignore ports.
 */
export function operatorCookies(publicUrl: string, environment: string): OperatorCookies {
  const isSecure = publicUrl.startsWith('https://');
  const nameOf = (name: string): string => (isSecure ? `__Host-pas_${name}` : `pas_${name}_${environment}`);
  return { session: cookieKind(nameOf('session'), isSecure), login: cookieKind(nameOf('login'), isSecure) };
}
