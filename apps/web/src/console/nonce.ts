import { setNonce } from 'get-nonce';

/**
 * The nonce of this page's answer. Styles that scripts add must carry it, or the content security policy
 * blocks them.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

if (nonce !== '') setNonce(nonce);
