import { startRegistration } from '@simplewebauthn/browser';
import type { components } from '../../api/described/resident.ts';
import { read } from '../../api/problem.ts';
import { residentApi } from '../api.ts';
import { refusePasskey } from './passkey-fault.ts';

export interface NewPasskey {
  /** Null for a device without a known name. */
  name: string | null;
  /** Needed some time after the log-in. */
  password?: string | undefined;
}

/**
 * Has this device make a passkey, and adds it to the account.
 *
 * @throws ApiProblem: a refusal of the service, or of the device
 */
export async function addPasskey({ name, password }: NewPasskey): Promise<components['schemas']['Passkey']> {
  const body = password === undefined ? {} : { password };
  const prepared = await read(residentApi.POST('/api/v1/me/passkeys/options', { body }));
  const { options, challengeId } = prepared;
  const credential = await startRegistration({ optionsJSON: options }).catch(refusePasskey);
  const sent = { challengeId, credential, name };
  return (await read(residentApi.POST('/api/v1/me/passkeys', { body: sent }))).passkey;
}
