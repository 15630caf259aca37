import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from '@pas/mcp/server/create-server';
import { openSession, type SessionSettings } from '@pas/mcp/server/open-session';

/** The answer of a tool, as a model reads it. */
export interface ToolAnswer<Data> {
  isError: boolean;
  /** All texts, one after the other. */
  text: string;
  /** The JSON of the last text. */
  data: Data;
}

/** A client as agents have it. */
export interface Agent {
  client: Client;
  /** Questions to the person, in order. */
  questions: string[];
  /** Every text that the model has read. */
  transcript: string[];
  /** Whether the person confirms the next plans. */
  confirms: boolean;
  use<Data = { error: { code: string } }>(
    tool: string,
    given?: Record<string, unknown>,
  ): Promise<ToolAnswer<Data>>;
}

/** Reads the JSON of an answer: all of it, or the part within the mark of data. */
function readData(text: string): unknown {
  const marked = /<(data-[0-9a-f]+)>\n([^]*)\n<\/\1>$/.exec(text)?.[2];
  return JSON.parse(marked ?? text) as unknown;
}

/**
 * Connects a client to a server. The person answers questions before a plan, as `confirms` says.
 *
 * @param canAsk whether the client has elicitation
 */
export async function connectAgent(transport: Transport, canAsk = true): Promise<Agent> {
  const capabilities = canAsk ? { elicitation: {} } : {};
  const client = new Client({ name: 'e2e', version: '1' }, { capabilities });
  const agent: Agent = {
    client,
    questions: [],
    transcript: [],
    confirms: true,
    async use(name, given = {}) {
      const answer = await client.callTool({ name, arguments: given });
      const texts = (answer.content as { text: string }[]).map((content) => content.text);
      agent.transcript.push(...texts);
      const data = readData(texts.at(-1) ?? 'null');
      return { isError: answer.isError === true, text: texts.join('\n'), data: data as never };
    },
  };
  if (canAsk)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      agent.questions.push(params.message);
      return agent.confirms ? { action: 'accept', content: { execute: true } } : { action: 'decline' };
    });
  await client.connect(transport);
  return agent;
}

/** Opens a session in this process and connects a client to it. */
export async function openAgent(
  settings: Partial<SessionSettings> & Pick<SessionSettings, 'baseUrl' | 'apiKey' | 'access'>,
  canAsk = true,
): Promise<Agent> {
  const session = await openSession({ confirm: 'elicitation', ...settings, id: randomUUID(), address: null });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createServer(session, (error) => {
    throw error;
  });
  await server.connect(ours);
  return connectAgent(theirs, canAsk);
}
