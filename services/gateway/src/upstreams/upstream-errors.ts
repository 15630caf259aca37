import { Fault } from '@pas/platform/errors/fault';
import { bodyTooLarge } from '@pas/platform/errors/raise';
import { unavailable } from '@pas/shared/errors/raise';

/** The upstream was silent for longer than its group allows. */
export class UpstreamSilence extends Error {}

/** A body of unknown length went on beyond its group's limit. */
export class BodyTooLong extends Error {}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Why Node refuses a certificate: no authority that it trusts, another name, another time (OpenSSL's X509_V_ERR_…). */
const certificateCodes =
  /^(ERR_TLS_CERT_|UNABLE_TO_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/;

/** Whether a replica could not prove that it is one. Nothing was sent to it. */
export const isRefusedCertificate = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  certificateCodes.test(code);

/** Whether a connection ended before its TLS handshake did. Node gives the error the address then. */
const isHandshakeLost = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === 'ECONNRESET' && 'port' in error;

/** Whether a plain answer came to the first message of a TLS handshake. */
const isPlainAnswer = ({ code, message }: NodeJS.ErrnoException): boolean =>
  code === 'EPROTO' && message.includes('wrong version number');

const isUnsecured = (error: Error): boolean =>
  isRefusedCertificate(error) || isHandshakeLost(error) || isPlainAnswer(error);

/** Whether the replica was never reached, so that nothing of the request can have had an effect there. */
export function isConnectFailure(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === 'connect' || isUnsecured(error) || (code !== undefined && unreachable.has(code));
}

/** Whether another replica may answer: this one is unavailable, or was lost during the request. */
export function isReplicaLost(error: Error): boolean {
  return !(error instanceof UpstreamSilence) && !(error instanceof BodyTooLong);
}

/** What a client is told of an upstream that failed; never where it is. */
export function toUpstreamFault(error: Error, limitBytes: number): Fault {
  if (error instanceof BodyTooLong) return bodyTooLarge(limitBytes);
  if (error instanceof UpstreamSilence) {
    return new Fault(
      'upstream_timeout',
      'upstream_timeout',
      'The service did not answer in time. Try again.',
      {
        cause: error,
      },
    );
  }
  if (isConnectFailure(error)) {
    const headers = { 'Retry-After': '1' };
    const message = 'The service is unavailable at the moment. Try again.';
    return new Fault('unavailable', 'upstream_unavailable', message, { headers, cause: error });
  }
  return new Fault(
    'bad_upstream',
    'bad_upstream',
    'The service closed the connection before the end of its answer. Try again.',
    { cause: error },
  );
}

/** 503: this gateway knows no replica of the service. */
export function noReplica(): Fault {
  return unavailable('The service is unavailable at the moment. Try again.', 'upstream_unavailable');
}
