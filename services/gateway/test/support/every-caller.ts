import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { mintControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { hashApiKey } from '@pas/shared/api-keys/hash-api-key';
import { dana } from './oidc-provider.ts';
import { cookieName, runOperatorGateway, type OperatorGateway } from './operator-gateway.ts';
import { addControllerKey, addKey, addTenant } from './rows.ts';
import { pepper } from './running-gateway.ts';
import { signIn } from './sign-in.ts';
import { startStaffProvider, type StaffProvider } from './staff-provider.ts';

/** Every kind of credential at the edge. */
export const credentialKinds = [
  'DEV key',
  'live key',
  'platform key',
  'expired key',
  'unknown key',
  'operator session',
  'ended session',
  'staff token, nested claims',
  'staff token, flat claims',
  'Core JWT',
  'identity token',
  'controller key',
  'unknown controller key',
  'nothing',
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** The headers of a request under one credential. */
export type CredentialHeaders = Readonly<Record<string, string>>;

/** A gateway that knows callers of every kind. */
export interface EveryCaller {
  operators: OperatorGateway;
  headers: Readonly<Record<CredentialKind, CredentialHeaders>>;
  stop(): Promise<void>;
}

const bearer = (token: string): CredentialHeaders => ({ authorization: `Bearer ${token}` });

/** A key whose prefix differs from its environments. */
async function addLiveKey(tenantId: string): Promise<CredentialHeaders> {
  const { key, publicId, prefix, last4 } = mintApiKey('PROD');
  await addKey(tenantId, { publicId, prefix, last4, secretHash: hashApiKey(key, pepper) });
  return bearer(key);
}

/** A valid token of the residents' identity provider, which is no issuer of staff. */
const identityToken = (provider: StaffProvider): Promise<string> =>
  provider.sign({ iss: 'http://identity.test', aud: undefined, azp: 'http://portal.test' });

/** Starts a gateway with one credential of each kind. */
export async function startEveryCaller(): Promise<EveryCaller> {
  const [nested, flat] = await Promise.all([
    startStaffProvider({ organizationPrefix: 'nested:' }),
    startStaffProvider({ organizationPrefix: 'flat:' }),
  ]);
  const operators = await runOperatorGateway([nested.config, flat.config]);
  const { gateway, tenantId } = operators;
  await addTenant({ organizationId: 'nested:org_1' });
  await addTenant({ organizationId: 'flat:org_1' });
  operators.provider.atKeyboard = dana;
  const browser = await operators.logIn();
  const headers: Record<CredentialKind, CredentialHeaders> = {
    'DEV key': (await addKey(tenantId)).headers,
    'live key': await addLiveKey(tenantId),
    'platform key': (await addKey(null, { scopes: ['platform'] })).headers,
    'expired key': (await addKey(tenantId, { status: 'EXPIRED' })).headers,
    'unknown key': bearer(mintApiKey('DEV').key),
    'operator session': { cookie: `${cookieName}=${browser.cookies.get(cookieName)}` },
    'ended session': { cookie: `${cookieName}=${'A'.repeat(43)}` },
    'staff token, nested claims': bearer(await nested.sign({ o: { id: 'org_1', rol: 'OWNER' } })),
    'staff token, flat claims': bearer(await flat.sign({ org_id: 'org_1', org_role: 'org:owner' })),
    'Core JWT': bearer((await signIn(gateway, tenantId)).token),
    'identity token': bearer(await identityToken(nested)),
    'controller key': (await addControllerKey(tenantId)).headers,
    'unknown controller key': bearer(mintControllerKey().key),
    nothing: {},
  };
  return {
    operators,
    headers,
    async stop() {
      await operators.stop();
      await Promise.all([nested.goAway(), flat.goAway()]);
    },
  };
}
