import { setMaxListeners } from 'node:events';
import type { Response } from 'express';

/** Further limits of the work for a request, in addition to a disconnect of the client. */
interface Limits {
  /** Aborts when the service stops; null for work that continues to its end. */
  stopping: AbortSignal | null;
  /** The longest wait of the work, in seconds; null without a limit. */
  waitSeconds: number | null;
}

/** Makes the signal that ends the work for a request: the client disconnects, its time expires or the service stops. */
export function requestSignal(response: Response, { stopping, waitSeconds }: Limits): AbortSignal {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = waitSeconds === null ? null : setTimeout(end, waitSeconds * 1000);
  if (stopping) {
    setMaxListeners(0, stopping);
    stopping.addEventListener('abort', end, { once: true });
  }
  response.once('close', () => {
    if (timer) clearTimeout(timer);
    stopping?.removeEventListener('abort', end);
    if (!response.writableFinished) end();
  });
  if (response.destroyed || stopping?.aborted || waitSeconds === 0) end();
  return controller.signal;
}
