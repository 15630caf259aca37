import { request as startRequest } from 'node:http';
import type { SentWebhook } from './sign-webhook.ts';

/** An answer to a webhook. */
export interface WebhookAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a webhook byte for byte. `fetch` would rewrite paths such as `//payments`. */
export async function sendWebhook(
  baseUrl: string,
  { method, path, headers, body }: SentWebhook,
  more: Readonly<Record<string, string>> = {},
): Promise<WebhookAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const bytes = body === null ? null : Buffer.from(body);
  const length = bytes === null ? {} : { 'content-length': String(bytes.length) };
  const options = { hostname, port, method, path, headers: { ...headers, ...length, ...more } };
  const request = startRequest(options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
  });
  request.on('error', reject);
  request.end(bytes ?? undefined);
  return promise;
}
