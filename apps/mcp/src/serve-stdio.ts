import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { PasError } from '@pas/client';
import type { McpConfig } from './config.ts';
import { createServer } from './server/create-server.ts';
import { openSession } from './server/open-session.ts';

/** Streams of the process. The standard output belongs to the protocol, so remarks go to another stream. */
export interface ProcessStreams {
  input: Readable;
  output: Writable;
  remark: (line: string) => void;
}

/**
 * Serves one client over standard input and output, with the key of the configuration. Returns false if the session
 * cannot open.
 */
export async function serveStdio(
  config: McpConfig,
  { input, output, remark }: ProcessStreams,
): Promise<boolean> {
  const { PAS_API_KEY: apiKey, PAS_URL: baseUrl, PAS_ACCESS: access } = config;
  if (apiKey === undefined) {
    remark('PAS_API_KEY: is missing. Over stdio the server acts with this key.');
    return false;
  }
  try {
    const session = await openSession({
      id: randomUUID(),
      baseUrl,
      apiKey,
      access,
      confirm: config.PAS_CONFIRM,
      environment: config.PAS_ENVIRONMENT,
      onBehalfOf: config.PAS_ON_BEHALF_OF,
      address: null,
    });
    const server = createServer(session, (error) => remark(`a tool has failed: ${String(error)}`));
    input.once('end', () => void server.close());
    await server.connect(new StdioServerTransport(input, output));
    return true;
  } catch (error) {
    if (!(error instanceof PasError)) throw error;
    remark(error.message);
    return false;
  }
}
