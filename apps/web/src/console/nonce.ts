import { setNonce } from 'get-nonce';

/** The nonce of this page's answer. Styles that scripts add carry it, else the content policy refuses them. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

if (nonce !== '') setNonce(nonce);
