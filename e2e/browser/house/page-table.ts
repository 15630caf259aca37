import type { LocalFile } from '@pas/tools/local-system/local-file';
import type { House } from './fill-house.ts';

/** A page that tests open, by its path below its application. */
export interface TablePage {
  name: string;
  path: (house: House) => string;
}

/** A public page. */
export interface OpenPage {
  name: string;
  url: (local: LocalFile, house: House) => string;
  /** Whether the answer is a refusal, which the browser's console reports. */
  isRefusal?: boolean;
}

/** All pages of the console, each with the drawer of a row if it has one. */
export const consoleTable: readonly TablePage[] = [
  { name: 'Today', path: () => '' },
  { name: 'Reports', path: () => '/reports' },
  { name: 'a report', path: ({ reportId }) => `/reports?open=${reportId}` },
  { name: 'Buildings', path: ({ texts }) => `/buildings?q=${encodeURIComponent(texts.one)}` },
  { name: 'a building', path: ({ propertyId }) => `/buildings/${propertyId}` },
  { name: 'the units of a building', path: ({ propertyId }) => `/buildings/${propertyId}?tab=units` },
  { name: 'the residents of a building', path: ({ propertyId }) => `/buildings/${propertyId}?tab=residents` },
  { name: 'the doors of a building', path: ({ propertyId }) => `/buildings/${propertyId}?tab=doors` },
  { name: 'the settings of a building', path: ({ propertyId }) => `/buildings/${propertyId}?tab=settings` },
  { name: 'a unit', path: ({ propertyId, unitId }) => `/buildings/${propertyId}?open=${unitId}` },
  { name: 'Residents', path: ({ propertyId }) => `/residents?propertyId=${propertyId}` },
  { name: 'a resident', path: ({ userId }) => `/residents/${userId}` },
  { name: 'the invites of a resident', path: ({ userId }) => `/residents/${userId}?tab=invites` },
  { name: 'the history of a resident', path: ({ userId }) => `/residents/${userId}?tab=history` },
  { name: 'the residents of a unit', path: ({ unitId }) => `/residents?unitId=${unitId}` },
  { name: 'Invites', path: ({ propertyId }) => `/invites?propertyId=${propertyId}` },
  {
    name: 'an invite',
    path: ({ propertyId, inviteId }) => `/invites?propertyId=${propertyId}&open=${inviteId}`,
  },
  { name: 'Import', path: () => '/imports' },
  { name: 'an import', path: ({ importId }) => `/imports/${importId}` },
  { name: 'Calls', path: ({ propertyId }) => `/calls?propertyId=${propertyId}` },
  { name: 'a call', path: ({ callId }) => `/calls?open=${callId}` },
  { name: 'Doors', path: ({ propertyId }) => `/doors?propertyId=${propertyId}` },
  { name: 'a door', path: ({ propertyId, doorId }) => `/doors?propertyId=${propertyId}&open=${doorId}` },
  { name: 'Activity', path: ({ propertyId }) => `/activity?propertyId=${propertyId}` },
  { name: 'Passes', path: ({ propertyId }) => `/passes?propertyId=${propertyId}` },
  { name: 'a pass', path: ({ propertyId, passId }) => `/passes?propertyId=${propertyId}&open=${passId}` },
  { name: 'Devices', path: () => '/devices' },
  { name: 'a device', path: ({ deviceId }) => `/devices?open=${deviceId}` },
  { name: 'Numbers', path: () => '/numbers' },
  { name: 'a number', path: ({ numberId }) => `/numbers?open=${numberId}` },
  { name: 'API keys', path: () => '/api-keys' },
  { name: 'an API key', path: ({ keyId }) => `/api-keys?open=${keyId}` },
  { name: 'Webhooks', path: () => '/webhooks' },
  { name: 'a webhook endpoint', path: ({ endpointId }) => `/webhooks?open=${endpointId}` },
  { name: 'Audit', path: () => '/audit' },
  { name: 'the audit of a building', path: ({ propertyId }) => `/audit?targetId=${propertyId}` },
  { name: 'the audit of a door', path: ({ doorId }) => `/audit?targetId=${doorId}` },
  { name: 'the audit of a key', path: ({ keyId }) => `/audit?targetId=${keyId}` },
  { name: 'the audit of the company', path: ({ tenantId }) => `/audit?targetId=${tenantId}` },
  { name: 'Team', path: () => '/team' },
  { name: 'the sessions of the team', path: () => '/team?tab=sessions' },
  { name: 'Settings', path: () => '/settings' },
  {
    name: 'an address that runs',
    path: ({ texts }) =>
      `/invites?q=${encodeURIComponent(texts.one)}&open=${encodeURIComponent(texts.other)}`,
  },
  { name: 'no page', path: () => '/no-such-page' },
];

/** All pages of the portal for signed-in residents. */
export const portalTable: readonly TablePage[] = [
  { name: 'Doors', path: () => '' },
  { name: 'Guests', path: () => '/guests' },
  { name: 'Calls', path: () => '/calls' },
  { name: 'Settings', path: () => '/settings' },
  { name: 'an incoming call', path: ({ callId }) => `/ring?call=${callId}` },
];

/**
 * All public pages: sign-ins, pages behind links, and the pages of the gateway and the sandbox. The API
 * descriptions, which show no user’s texts, are in `served-pages.test.ts`.
 */
export const openTable: readonly OpenPage[] = [
  { name: 'console: sign-in', url: ({ consoleUrl }) => consoleUrl },
  { name: 'portal: sign-in', url: ({ residentUrl }) => residentUrl },
  { name: 'join', url: (_local, { joinUrl }) => joinUrl },
  { name: 'join, used', url: (_local, { acceptedUrl }) => acceptedUrl, isRefusal: true },
  { name: 'join, revoked', url: (_local, { revokedUrl }) => revokedUrl, isRefusal: true },
  { name: 'join, unknown', url: (_local, { joinUrl }) => `${joinUrl.slice(0, -4)}AAAA`, isRefusal: true },
  { name: 'pass', url: (_local, { passUrl }) => passUrl },
  { name: 'pass, unknown', url: (_local, { passUrl }) => `${passUrl.slice(0, -4)}AAAA`, isRefusal: true },
  { name: 'reset', url: ({ portalUrl }) => `${portalUrl}/reset` },
  { name: 'reset, unknown', url: ({ portalUrl }) => `${portalUrl}/reset/none`, isRefusal: true },
  { name: 'start page', url: ({ gatewayUrl }) => gatewayUrl },
  { name: 'errors', url: ({ docsUrl }) => `${docsUrl}/errors` },
  { name: 'mailbox', url: ({ mailboxUrl }) => mailboxUrl },
  {
    name: 'mails to one address',
    url: ({ mailboxUrl }, { inviteEmail }) => `${mailboxUrl}/?to=${encodeURIComponent(inviteEmail)}`,
  },
  { name: 'a mail', url: ({ mailboxUrl }, { mailId }) => `${mailboxUrl}/messages/${mailId}` },
  { name: 'no mail', url: ({ mailboxUrl }) => `${mailboxUrl}/messages/msg_0`, isRefusal: true },
  { name: 'sandbox', url: ({ sandboxUrl }) => sandboxUrl },
];
