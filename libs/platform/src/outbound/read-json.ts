/** Reads the bytes of an answer of `fetch`; null for more than `maxBytes`. */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer | null> {
  const body = response.body as ReadableStream<Uint8Array> | null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the JSON of an answer of `fetch`, up to the limit. Its server decides how much it sends.
 *
 * @returns null for a larger answer, and for invalid JSON
 * @throws the error of the connection for an answer that is cut off
 */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(response, maxBytes);
  try {
    return bytes && (JSON.parse(bytes.toString('utf8')) as unknown);
  } catch {
    return null;
  }
}
