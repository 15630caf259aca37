/** The identity provider at which residents sign in, and the public client that it knows the portal by. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
}

const named = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The identity provider that the gateway has named in the page; null where there is none. */
export function findIdentityProvider(): IdentityProvider | null {
  const [issuer, clientId] = [named('identity-issuer'), named('identity-client')];
  return issuer === undefined || clientId === undefined ? null : { issuer, clientId };
}
