import type { IncomingMessage } from 'node:http';

/** The interval of the checks in milliseconds, and the bytes that must arrive in it: 1 KiB/s. */
const windowMs = 10_000;
const minBytes = 10 * 1024;

/**
 * Watches how fast a body arrives.
 *
 * A body that waits because its reader is slow is not the client's fault and has no minimum.
 *
 * @param onSlow called once, when less than 10 KiB arrived in 10 s
 * @returns ends the watch
 */
export function watchPace(request: IncomingMessage, onSlow: () => void): () => void {
  let { bytesRead } = request.socket;
  const timer = setInterval(() => {
    const arrived = request.socket.bytesRead - bytesRead;
    ({ bytesRead } = request.socket);
    const isHeldUp = request.isPaused() || request.readableLength > 0;
    if (!request.complete && (isHeldUp || arrived >= minBytes)) return;
    clearInterval(timer);
    if (!request.complete) onSlow();
  }, windowMs);
  return () => clearInterval(timer);
}
