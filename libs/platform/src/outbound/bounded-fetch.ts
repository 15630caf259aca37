import { readBytes } from './read-json.ts';

/** The request of a library that calls `fetch` with an address. Its type of body is the library's own. */
type LibraryRequest = Omit<RequestInit, 'body'> & { body?: unknown };

/**
 * Makes a `fetch` for libraries that read an answer whole. An answer above the limit fails the request, so that the
 * other server cannot fill the memory of this process.
 *
 * @param maxBytes the largest body
 */
export function createBoundedFetch(maxBytes: number) {
  return async (url: string, request: LibraryRequest): Promise<Response> => {
    const response = await fetch(url, request as RequestInit);
    const bytes = await readBytes(response, maxBytes);
    if (!bytes) throw new TypeError(`The answer of ${new URL(url).host} is larger than ${maxBytes} bytes.`);
    const { status, statusText, headers } = response;
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, statusText, headers });
  };
}
