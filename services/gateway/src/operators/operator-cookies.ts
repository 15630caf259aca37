/** The cookies of operators: their names and attributes depend on the address that browsers use. */
export interface OperatorCookies {
  session: CookieKind;
  /** The log-in that a state names. Each log-in has a cookie of its own, so that tabs do not disturb each other. */
  login(state: string): CookieKind;
  /** The states of all log-ins in a Cookie header, in its order. */
  loginStates(header: string | undefined): string[];
}

/** The state of a log-in: 32 random bytes as base64url (RFC 4648, section 5). */
const statePattern = '[A-Za-z0-9_-]{43}';

/** Whether a text has the shape of the states that we make. */
export const isState = (text: string | undefined): text is string =>
  new RegExp(`^${statePattern}$`).test(text ?? '');

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
  const login = nameOf('login');
  const states = new RegExp(`(?<=^|; *)${RegExp.escape(login)}_(${statePattern})=`, 'g');
  return {
    session: cookieKind(nameOf('session'), isSecure),
    login: (state) => cookieKind(`${login}_${state}`, isSecure),
    loginStates: (header = '') => Array.from(header.matchAll(states), ([, state = '']) => state),
  };
}
