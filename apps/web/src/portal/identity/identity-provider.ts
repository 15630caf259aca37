/** The residents' identity provider, and the public client id of the portal there. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
}

const named = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Returns the identity provider that the gateway names in the page; null without one. */
export function findIdentityProvider(): IdentityProvider | null {
  const [issuer, clientId] = [named('identity-issuer'), named('identity-client')];
  return issuer === undefined || clientId === undefined ? null : { issuer, clientId };
}
