import type { WebhookConfig } from '../../config.ts';
import { signTelephonyA } from '../../webhooks/sign.ts';
import type { Callback } from '../send-callbacks.ts';

type Fields = Readonly<Record<string, string>>;

/** Target of a request. */
export interface Place {
  /** The address on the public base URL, as configured at the provider. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
}

/** Fields that summarise a request in the log, in this order. */
const tellingFields = ['CallStatus', 'Digits', 'DialCallStatus', 'DialBridged'] as const;

/**
 * Resolves an address of an answer against that of the document, as the provider does.
 *
 * @throws Error for an address outside the system
 */
export function resolvePlace(
  { sendUrl, publicUrl }: WebhookConfig,
  from: Place,
  { address, method }: { address: string | undefined; method: string | undefined },
): Place {
  const url = new URL(address ?? from.url, from.url).href;
  const base = [publicUrl, sendUrl].find((known) => url.startsWith(`${known}/`));
  if (base === undefined) throw new Error(`The address ${url} is not on ${publicUrl}.`);
  return { url: publicUrl + url.slice(base.length), method: method === 'GET' ? 'GET' : 'POST' };
}

/** Builds the signed request with these fields, as a form or as the query of a GET. */
export function callbackTo(config: WebhookConfig, { url, method }: Place, fields: Fields): Callback {
  const path = url.slice(config.publicUrl.length);
  const said = tellingFields.filter((name) => fields[name] !== undefined);
  const query = `${path.includes('?') ? '&' : '?'}${new URLSearchParams(fields).toString()}`;
  return {
    title: said.map((name) => `${name}=${fields[name]}`).join(' '),
    method,
    sign: () => signTelephonyA(config, method === 'GET' ? { path: path + query } : { ...fields, path }),
  };
}
