import { readMessage } from './read-message.ts';

// It shows notifications and nothing else. It answers no request, so that no door is ever opened, or shown, from a cache.
declare const self: ServiceWorkerGlobalScope;

const icon = '/portal/icon-192.png';

/** The page behind a notification. */
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
    // The news that a call is over take the place of the ringing.
    tag: id,
    renotify: isCall,
    requireInteraction: isCall,
    data: { kind, callId },
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

/** Shows a page in the portal that is open, else in a new window. */
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
