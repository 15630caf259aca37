import { read } from '../../api/problem.ts';
import { mobileApi } from '../api.ts';

/**
 * Key of this browser's installation id, by which a new subscription replaces the old one. The id is no
 * credential.
 */
const installation = 'pas.portal.installation';

/** Key of the device id of this browser. */
const registered = 'pas.portal.device';

/** Whether this browser supports notifications while the page is closed. */
export const canNotify = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** Returns the device id of this browser; null for an unregistered one. */
export const ownDevice = (): string | null => localStorage.getItem(registered);

function installationId(): string {
  const known = localStorage.getItem(installation) ?? crypto.randomUUID();
  localStorage.setItem(installation, known);
  return known;
}

/** Registers the worker that shows notifications. It caches no answers of the API. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/portal/worker.js', { scope: '/portal/', updateViaCache: 'none' });
  const found = await navigator.serviceWorker.getRegistration('/portal/');
  if (!found) throw new Error('The service worker is missing.');
  return found;
}

/** Waits for an active worker, which a subscription needs. */
async function whenActive(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
  });
  return registration;
}

/** Notifications failed: the person denied them in the browser, or an error occurred. */
export class CannotNotify extends Error {
  readonly reason: 'notifyDenied' | 'notifyFailed';

  constructor(reason: CannotNotify['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** @throws CannotNotify if the browser has no push service or cannot reach it */
async function subscribe(applicationServerKey: string): Promise<PushSubscriptionJSON> {
  try {
    const registration = await whenActive(await startWorker());
    const options = { userVisibleOnly: true, applicationServerKey };
    return (await registration.pushManager.subscribe(options)).toJSON();
  } catch {
    throw new CannotNotify('notifyFailed');
  }
}

/**
 * Subscribes this browser to notifications of calls.
 *
 * @throws CannotNotify, ApiProblem
 */
export async function startNotifying(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new CannotNotify('notifyDenied');
  const { pushKey } = await read(mobileApi.GET('/devices/push-key'));
  if (pushKey === null) throw new CannotNotify('notifyFailed');
  const { endpoint, keys } = await subscribe(pushKey);
  if (endpoint === undefined || !keys) throw new CannotNotify('notifyFailed');
  const { p256dh = '', auth = '' } = keys;
  const body = {
    provider: 'WEBPUSH',
    platform: 'WEB',
    endpoint,
    keys: { p256dh, auth },
    installationId: installationId(),
  } as const;
  const { device } = await read(mobileApi.POST('/devices', { body }));
  localStorage.setItem(registered, device.id);
}

/**
 * Ends the subscription of this browser, here and at the service. The local part ends even if the service
 * does not answer.
 */
export async function stopNotifying(): Promise<void> {
  const id = ownDevice();
  localStorage.removeItem(registered);
  const registration = await navigator.serviceWorker?.getRegistration('/portal/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (id !== null) await read(mobileApi.DELETE('/devices/{id}', { params: { path: { id } } }));
}

/** Calls the given function with the page of a notification that is opened in this window. */
export function watchNotifications(show: (page: string) => void): () => void {
  if (!canNotify()) return () => undefined;
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const { kind, page } = (data ?? {}) as { kind?: unknown; page?: unknown };
    if (kind === 'show' && typeof page === 'string' && page.startsWith('/portal')) show(page);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}
