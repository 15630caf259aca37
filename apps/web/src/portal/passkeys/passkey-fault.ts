import { WebAuthnError } from '@simplewebauthn/browser';
import { ApiProblem } from '../../api/problem.ts';

function codeOf(fault: unknown): string {
  if (fault instanceof WebAuthnError && fault.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'passkey_known';
  const { name } = fault as { name?: unknown };
  return name === 'NotAllowedError' || name === 'AbortError' ? 'passkey_canceled' : 'passkey_failed';
}

/**
 * Maps an error of the browser or the authenticator to a fault that the page can show. Browsers report a refusal of the
 * person and a time-out alike.
 *
 * @throws ApiProblem
 */
export function refusePasskey(fault: unknown): never {
  const details = { status: 400, code: codeOf(fault), correlationId: null, fields: {} };
  throw new ApiProblem('The device made no passkey.', details);
}
