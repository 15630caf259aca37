import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface SpokenMessage {
  readonly body?: string;
  /** The subject of the answer. */
  readonly reply?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The text that `heard` appends after the server has closed the connection, as it does for wrong credentials. */
export const closed = 'CLOSED';

/** A raw connection, on which a test sends messages that the client library would never send. */
export interface NatsConversation {
  publish: (subject: string, message?: SpokenMessage) => void;
  subscribe: (subject: string) => void;
  /** Returns the text received since the last call, after the server has processed all sent messages. */
  heard: () => Promise<string>;
  close: () => void;
}

const line = (...words: readonly (string | number | undefined)[]): string =>
  `${words.filter((word) => word !== undefined).join(' ')}\r\n`;

/** Writes a message in the client protocol of NATS: `PUB`, or `HPUB` with headers. */
function spell(subject: string, { body = '', reply, headers }: SpokenMessage): string {
  if (!headers) return line('PUB', subject, reply, Buffer.byteLength(body)) + line(body);
  const fields = Object.entries(headers).map(([name, value]) => line(`${name}: ${value}`));
  const head = `NATS/1.0\r\n${fields.join('')}\r\n`;
  const headBytes = Buffer.byteLength(head);
  return line('HPUB', subject, reply, headBytes, headBytes + Buffer.byteLength(body)) + line(head + body);
}

/** Waits for data or the end of the connection. */
async function nextOf(socket: Socket): Promise<void> {
  const over = new AbortController();
  const waits = ['data', 'close'].map((event) => once(socket, event, { signal: over.signal }));
  // A reset counts as an end. The socket handles its error.
  await Promise.race(waits).catch(() => undefined);
  over.abort();
}

/** Connects by hand as the user of an address. `heard` returns refusals of the server as `-ERR`. */
export async function openConversation(url: string): Promise<NatsConversation> {
  const { hostname, port, username, password } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let [unread, pongs, subscriptions] = ['', 0, 0];
  socket.on('data', (part) => {
    const text = String(part);
    pongs += text.match(/^PONG\r$/gm)?.length ?? 0;
    unread += text;
  });
  socket.on('error', () => undefined);
  await once(socket, 'data');
  const user = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  socket.write(
    line('CONNECT', JSON.stringify({ ...user, verbose: false, headers: true, no_responders: true })),
  );
  return {
    publish: (subject, message = {}) => void socket.write(spell(subject, message)),
    subscribe: (subject) => {
      subscriptions += 1;
      socket.write(line('SUB', subject, subscriptions));
    },
    async heard() {
      const before = pongs;
      socket.write(line('PING'));
      const isWaiting = (): boolean => pongs === before && !socket.destroyed;
      while (isWaiting()) await nextOf(socket);
      const text = unread.replaceAll(/^(PONG|PING|INFO .*)\r\n/gm, '') + (socket.destroyed ? closed : '');
      unread = '';
      return text;
    },
    close: () => socket.destroy(),
  };
}
