import { startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { preparePasskeySignIn, signInByPasskey, type SignInResult } from '../session.ts';
import { refusePasskey } from './passkey-fault.ts';

/**
 * Signs in by a passkey that the person chooses in a dialog of the browser.
 *
 * @throws ApiProblem: a refusal of the service, or of the device
 */
export async function askPasskey(): Promise<SignInResult> {
  const { options, challengeId } = await preparePasskeySignIn();
  const credential = await startAuthentication({ optionsJSON: options }).catch(refusePasskey);
  return signInByPasskey({ challengeId, credential });
}

/** Receives the outcome of a passkey that the person has chosen from the suggestions of a field. */
export interface PasskeyOffer {
  onDone: (session: SignInResult) => void;
  onFault: (fault: unknown) => void;
}

/** Age at which options are replaced, in milliseconds: their challenge lives for 5 minutes. */
const renewMs = 240_000;

/**
 * Offers passkeys among the suggestions of the e-mail field. Without an answer of the service nothing is offered.
 *
 * @returns a function that ends the offer
 */
export function offerPasskeys({ onDone, onFault }: PasskeyOffer): () => void {
  let offeredAt = 0;
  const offer = async (): Promise<void> => {
    offeredAt = Date.now();
    const prepared = await preparePasskeySignIn().catch(() => null);
    if (!prepared) return;
    const { options, challengeId } = prepared;
    const asked = startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    // Ends without a credential at the next offer, and when the dialog opens.
    const credential = await asked.catch(() => null);
    if (credential) await signInByPasskey({ challengeId, credential }).then(onDone, onFault);
  };
  const renew = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - offeredAt > renewMs) void offer();
  };
  void offer();
  const timer = setInterval(renew, 30_000);
  document.addEventListener('visibilitychange', renew);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', renew);
    WebAuthnAbortService.cancelCeremony();
  };
}
