import { onTestFinished } from 'vitest';
import { createAdminClient, type AdminClient, type AdminClientOptions } from '../src/index.ts';
import { startScriptedServer, type Reply, type Script, type ScriptedServer } from './scripted-server.ts';

/** Starts a server that ends with the test. */
export async function useServer(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.stop());
  return server;
}

/** Answers requests by a list, in order; the last answer repeats. */
export const inOrder =
  (...replies: readonly Reply[]): Script =>
  (_request, index) =>
    replies[Math.min(index, replies.length - 1)] ?? {};

/** Starts a server and a client of it. */
export async function useAdmin(
  script: Script,
  options: Partial<AdminClientOptions> = {},
): Promise<{ client: AdminClient; server: ScriptedServer }> {
  const server = await useServer(script);
  return { client: createAdminClient({ baseUrl: server.url, apiKey: 'pas_dev_key', ...options }), server };
}

/** Lets the whole walk run, and returns its values. */
export async function collect<T>(walk: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of walk) values.push(value);
  return values;
}
