import { interactionPolicy } from 'oidc-provider';

/** How staff prove who they are (RFC 8176, section 2). */
export const passwordMethod = 'pwd';

const { Check } = interactionPolicy;

/**
 * Both kinds of clients are the provider's own: people are asked to sign in, never to consent.
 *
 * At the portal's clients an e-mail alone signs in. Such a session is not enough for the operator dashboard.
 *
 * @param isPortal whether a client is the portal's
 */
export function loginOnly(isPortal: (clientId: string) => boolean): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const withoutPassword = new Check(
    'no_password',
    'The person has to sign in by password.',
    'login_required',
    ({ oidc: { client, session } }) =>
      client !== undefined && !isPortal(client.clientId) && !session?.amr?.includes(passwordMethod),
  );
  policy.get('login')?.checks.add(withoutPassword);
  return policy;
}
