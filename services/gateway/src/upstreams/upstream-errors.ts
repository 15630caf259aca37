import { Fault } from '@pas/platform/errors/fault';
import { bodyTooLarge } from '@pas/platform/errors/raise';
import { unavailable } from '@pas/shared/errors/raise';
import { slowBody } from '../fair-shares/slow-body.ts';

/** The upstream was silent for longer than its group allows. */
export class UpstreamSilence extends Error {}

/** A body of unknown length exceeded its group's limit. */
export class BodyTooLong extends Error {}

/** A replica was silent for a while, and the request goes to another one. */
export class ReplicaSilent extends Error {}

/** The service was unavailable on one replica, and the request goes to another one. */
export class AnswerDropped extends Error {}

/** A replica was lost, and its unfinished work temporarily blocks the repeat. */
export class TemporaryAnswer extends Error {}

/** The lost replica had executed the delete already. */
export class DeletedBefore extends Error {}

/** Maps undici's time-outs to the error for a silent upstream. */
export function toTransportError(error: Error): Error {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isSilence = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
  return isSilence ? new UpstreamSilence() : error;
}
/** A streamed body arrived with less than 1 KiB/s. */
export class SlowBody extends Error {}

/**
 * The replica refused the gateway's assertion. The request had no effect, so any method may be repeated. The message is
 * for the log.
 */
export class AssertionRefused extends Error {}

/** The clock difference that explains a refusal, in seconds. Services accept 60, and answers take some time. */
const suspectSeconds = 30;

/**
 * Makes the error for a refused assertion. A service does not state its reason. The `Date` of its answer shows whether
 * its clock is wrong.
 *
 * @param replicaUrl for the log
 * @param date the `Date` header of the refusal
 */
export function assertionRefused(replicaUrl: string, date: string | undefined): AssertionRefused {
  const aheadSeconds = Math.round((Date.parse(date ?? '') - Date.now()) / 1000);
  const direction = aheadSeconds > 0 ? 'ahead of' : 'behind';
  const reason =
    Math.abs(aheadSeconds) >= suspectSeconds
      ? `its clock is ${Math.abs(aheadSeconds)} s ${direction} the gateway’s`
      : 'compare its ASSERTION_PUBLIC_KEYS with the key of the gateway, its name and ENVIRONMENT, and the clocks';
  return new AssertionRefused(`${replicaUrl} refused the assertion: ${reason}`);
}

const unreachable: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Codes of refused certificates: untrusted authority, other name, other time (OpenSSL's X509_V_ERR_…). */
const certificateCodes =
  /^(ERR_TLS_CERT_|UNABLE_TO_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/;

/** Whether the certificate of a replica was refused. Nothing was sent to it. */
export const isRefusedCertificate = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  certificateCodes.test(code);

/** Whether a connection ended during its TLS handshake. Node then adds the address to the error. */
const isHandshakeLost = (error: Error): boolean =>
  (error as NodeJS.ErrnoException).code === 'ECONNRESET' && 'port' in error;

/** Whether the server answered a TLS handshake without TLS. */
const isPlainAnswer = ({ code, message }: NodeJS.ErrnoException): boolean =>
  code === 'ERR_SSL_WRONG_VERSION_NUMBER' || (code === 'EPROTO' && message.includes('wrong version number'));

const isUnsecured = (error: Error): boolean =>
  isRefusedCertificate(error) || isHandshakeLost(error) || isPlainAnswer(error);

/** Whether the replica was never reached, so the request had no effect there. */
export function isConnectFailure(error: Error): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === 'connect' || isUnsecured(error) || (code !== undefined && unreachable.has(code));
}

/** Whether another replica may answer: this one is unavailable, or was lost during the request. */
export function isReplicaLost(error: Error): boolean {
  return !(
    error instanceof UpstreamSilence ||
    error instanceof BodyTooLong ||
    error instanceof SlowBody ||
    error instanceof AssertionRefused
  );
}

/** Whether the replica may have executed the request without answering. */
export const isEffectUnknown = (error: Error): boolean =>
  isReplicaLost(error) &&
  !isConnectFailure(error) &&
  !(error instanceof AnswerDropped || error instanceof TemporaryAnswer);

const upstreamRefused = (cause: Error): Fault =>
  new Fault(
    'bad_upstream',
    'upstream_refused',
    'The service did not accept the gateway’s assertion, and nothing was done. Send the request again. If it fails again, the operator compares the clocks, and the ASSERTION_PUBLIC_KEYS of the service with the gateway’s key.',
    { headers: { 'Retry-After': '1' }, cause },
  );

/** Makes the answer to the client for a failed upstream. It never contains an address. */
export function toUpstreamFault(error: Error, limitBytes: number): Fault {
  if (error instanceof BodyTooLong) return bodyTooLarge(limitBytes);
  if (error instanceof SlowBody) return slowBody();
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
  if (error instanceof AssertionRefused) return upstreamRefused(error);
  if (isConnectFailure(error) || error instanceof AnswerDropped) {
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
