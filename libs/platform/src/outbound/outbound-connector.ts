import { isIP, type Socket } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { errors, type buildConnector } from 'undici';
import { ClosedAddress } from './closed-address.ts';
import { createOutboundLookup } from './outbound-lookup.ts';
import type { OutboundRules } from './outbound-url.ts';

/** The addresses of this machine that may be called in development. */
const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Settings of new connections. */
interface ConnectorSettings {
  /** The longest wait for a connection, its TLS handshake included, in milliseconds. */
  timeoutMs: number;
  /** The protocols offered in the TLS handshake. */
  protocols: ('http/1.1' | 'h2')[];
}

/** Converts a refusal of the package, which has no code, to a ClosedAddress. */
const asClosedAddress = (error: Error): Error =>
  error.message.includes('is not allowed. Because') ? new ClosedAddress({ cause: error }) : error;

/** Calls `done` with the connected socket, or with the error. */
function awaitConnection(
  socket: Socket,
  { event, timeoutMs }: { event: 'connect' | 'secureConnect'; timeoutMs: number },
  done: buildConnector.Callback,
): void {
  let isDone = false;
  const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), timeoutMs).unref();
  const finish = (...outcome: Parameters<buildConnector.Callback>): void => {
    clearTimeout(timer);
    if (!isDone) done(...outcome);
    isDone = true;
  };
  socket.once(event, () => finish(null, socket));
  socket.on('error', (error) => finish(asClosedAddress(error), null));
}

/**
 * Opens undici's connections to addresses that outsiders name. The package request-filtering-agent checks the addresses
 * in URLs and those that names resolve to.
 */
export function createOutboundConnector(
  rules: OutboundRules,
  { timeoutMs, protocols }: ConnectorSettings,
): buildConnector.connector {
  const allowIPAddressList = rules.allowsLoopback ? [...loopbackAddresses] : [];
  const plain = new RequestFilteringHttpAgent({ allowIPAddressList });
  const secure = new RequestFilteringHttpsAgent({ allowIPAddressList });
  const lookup = createOutboundLookup(rules);
  return ({ hostname, port, protocol, servername }, done) => {
    const isSecure = protocol === 'https:';
    const target = { host: hostname, port: Number(port) || (isSecure ? 443 : 80), lookup };
    const tls = {
      servername: servername || (isIP(hostname) === 0 ? hostname : ''),
      ALPNProtocols: protocols,
    };
    const socket = (
      isSecure ? secure.createConnection({ ...target, ...tls }) : plain.createConnection(target)
    ) as Socket;
    socket.setNoDelay(true);
    awaitConnection(socket, { event: isSecure ? 'secureConnect' : 'connect', timeoutMs }, done);
  };
}
