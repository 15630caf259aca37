import { createHash, randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createServer, type ErrorSink } from '../server/create-server.ts';
import { openSession, type SessionSettings } from '../server/open-session.ts';
import { HttpRefusal } from './http-refusal.ts';

/** Settings of all sessions, and their limits. */
export interface SessionsOptions extends Pick<
  SessionSettings,
  'baseUrl' | 'access' | 'environment' | 'confirm'
> {
  maxSessions: number;
  onError: ErrorSink;
}

/** A client that asks for a session. */
export type SessionRequest = Pick<SessionSettings, 'apiKey' | 'address' | 'onBehalfOf'>;

interface OpenSession {
  keyDigest: string;
  /** Null while the session opens. */
  transport: StreamableHTTPServerTransport | null;
  /** Ends the session when it is idle. */
  timer: NodeJS.Timeout;
}

const sessionsOfKey = 10;
const idleMs = 30 * 60_000;
/** Shorter than the time after which the server closes silent connections. */
const keepAliveMs = 30_000;

const digestOf = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex');

/** Open sessions, by id. A session belongs to the key that opened it. */
export class AgentSessions {
  readonly #open = new Map<string, OpenSession>();
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Finds the session of a request and defers its end; null for an unknown one, and for another key. */
  find(id: string, apiKey: string): StreamableHTTPServerTransport | null {
    const session = this.#open.get(id);
    if (session?.keyDigest !== digestOf(apiKey)) return null;
    session.timer.refresh();
    return session.transport;
  }

  /**
   * Opens a session.
   *
   * @throws HttpRefusal (429) above the limits, AuthenticationError, ConnectionFailedError
   */
  async open(request: SessionRequest): Promise<StreamableHTTPServerTransport> {
    const id = this.#reserve(digestOf(request.apiKey));
    try {
      const { onError, maxSessions: _, ...settings } = this.#options;
      const session = await openSession({ id, ...settings, ...request });
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id, keepAliveMs });
      const server = createServer(session, onError, () => this.#remove(id));
      await server.connect(transport);
      const reserved = this.#open.get(id);
      if (reserved) reserved.transport = transport;
      return transport;
    } catch (error) {
      this.#remove(id);
      throw error;
    }
  }

  /** Ends every session. */
  async stop(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  #reserve(keyDigest: string): string {
    const own = [...this.#open.values()].filter((session) => session.keyDigest === keyDigest);
    if (this.#open.size >= this.#options.maxSessions || own.length >= sessionsOfKey)
      throw new HttpRefusal(429, 'Too many sessions. End one, or try again later.');
    const id = randomUUID();
    const timer = setTimeout(() => void this.#end(id), idleMs).unref();
    this.#open.set(id, { keyDigest, transport: null, timer });
    return id;
  }

  async #end(id: string): Promise<void> {
    const transport = this.#open.get(id)?.transport;
    this.#remove(id);
    await transport?.close();
  }

  #remove(id: string): void {
    clearTimeout(this.#open.get(id)?.timer);
    this.#open.delete(id);
  }
}
