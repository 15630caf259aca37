import { readMessage } from './read-message.ts';

// The worker only shows notifications. It answers no request, so that no door is ever opened or shown from a
// cache.
declare const self: ServiceWorkerGlobalScope;

const icon = '/portal/icon-192.png';

/** Returns the page that a notification opens. */
const pageOf = (data: unknown): string => {
  const { kind, callId } = (data ?? {}) as { kind?: string; callId?: string };
  if (kind === 'call' && callId !== undefined) return `/portal/ring?call=${encodeURIComponent(callId)}`;
  return kind === 'missed-call' ? '/portal/calls' : '/portal';
};

self.addEventListener('push', (event) => {
  const message = readMessage(event.data?.text() ?? '');
  const { id, kind, title, body, callId } = message;
  const isCall = kind === 'call';
  const options = {
    body,
    icon,
    badge: icon,
    // The notice that a call has ended replaces the ringing notification.
    tag: id,
    renotify: isCall,
    requireInteraction: isCall,
    data: { kind, callId },
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Shows a page in an open window of the portal, else in a new one. */
async function showPage(page: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname.startsWith('/portal'));
  if (!open) return void (await self.clients.openWindow(page));
  open.postMessage({ kind: 'show', page }, []);
  await open.focus();
  return undefined;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage(pageOf(event.notification.data)));
});
