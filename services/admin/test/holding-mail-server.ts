import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail server that delays its answers to the end of some messages. */
export interface HoldingMailServer {
  smtpUrl: string;
  /** Recipients of the accepted messages, in order. Some answers may still be pending. */
  readonly taken: readonly string[];
  /** Answers all waiting messages, and later ones immediately. */
  answerAll(): void;
  stop(): Promise<void>;
}

/** Serves one SMTP session (RFC 5321), with the commands for single messages. */
function serve(socket: Socket, take: (to: string, accept: () => void) => void): void {
  let [received, to, isData] = ['', '', false];
  const say = (line: string): void => void (socket.writable && socket.write(`${line}\r\n`));
  const next = (): string | null => {
    const end = isData ? '\r\n.\r\n' : '\r\n';
    const at = received.indexOf(end);
    if (at < 0) return null;
    const whole = received.slice(0, at);
    received = received.slice(at + end.length);
    return whole;
  };
  const handle = (part: string): void => {
    if (isData) {
      isData = false;
      return take(to, () => say('250 taken'));
    }
    to = /^RCPT TO:<(.*?)>/i.exec(part)?.[1] ?? to;
    isData = /^DATA/i.test(part);
    return say(isData ? '354 go on' : '250 ok');
  };
  socket.on('error', () => socket.destroy());
  socket.setEncoding('latin1').on('data', (text) => {
    received += String(text);
    for (let part = next(); part !== null; part = next()) handle(part);
  });
  say('220 mail.test');
}

/**
 * Starts the server on a free port. It delays the answers to messages for some recipients, by default all.
 */
export async function startHoldingMailServer(
  holds: (to: string) => boolean = () => true,
): Promise<HoldingMailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let held: (() => void)[] | null = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, (to, accept) => {
      taken.push(to);
      if (held && holds(to)) held.push(accept);
      else accept();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    answerAll() {
      const waiting = held ?? [];
      held = null;
      waiting.forEach((accept) => accept());
    },
    async stop() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
