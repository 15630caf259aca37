import { interactionPolicy } from 'oidc-provider';

/** Authentication method of staff (RFC 8176, section 2). */
export const passwordMethod = 'pwd';

const { Check } = interactionPolicy;

/**
 * Creates the interaction policy. All clients are first-party: people sign in without a consent page.
 *
 * A portal's client needs only an e-mail. The operator dashboard does not accept such a session.
 *
 * @param isPortal returns whether a client belongs to a portal
 */
export function loginOnly(isPortal: (clientId: string) => boolean): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const withoutPassword = new Check(
    'no_password',
    'The person must sign in with a password.',
    'login_required',
    ({ oidc: { client, session } }) =>
      client !== undefined && !isPortal(client.clientId) && !session?.amr?.includes(passwordMethod),
  );
  policy.get('login')?.checks.add(withoutPassword);
  return policy;
}
