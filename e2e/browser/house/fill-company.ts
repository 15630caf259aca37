import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call } from '../../client/http-call.ts';
import type { BrowserFixture } from '../use-browser.ts';
import type { Homes } from './fill-homes.ts';
import type { Landlord, Writer } from './writer.ts';

/** Rows of the company of a house. */
export interface Company {
  keyId: string;
  endpointId: string;
  importId: string;
  /** Restores the company's name. */
  restore(): Promise<void>;
}

/** Homes of a company. */
type CompanyHomes = Homes & Landlord;

interface Tenant {
  name: string;
  settings: { alertRecipients: object[]; branding: object };
  billing: { customerId: string | null };
}

/** Plans an import of a file whose name, columns and cells are the texts; one row is invalid. */
async function planImport(
  fixture: BrowserFixture,
  { texts, post, manager }: Writer,
  { propertyId, key }: CompanyHomes,
): Promise<string> {
  const { gatewayUrl } = fixture.system.local;
  const { one, other } = texts;
  const lines = [
    `Apt,First name,Last name,Mail,${one}`,
    `1A,${one},${other},row.${propertyId}@example.test,${other}`,
    `${one},${other},${one},${other},${one}`,
  ];
  const form = new FormData();
  form.set('propertyId', propertyId);
  form.set('createUnits', 'true');
  form.set('file', new File([lines.join('\n')], `${one}.csv`, { type: 'text/csv' }));
  const answer = await fetch(`${gatewayUrl}/api/admin/imports/residents/dry-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`);
  const { id } = ((await answer.json()) as { import: { id: string } }).import;
  await post(`/imports/${id}/corrections`, { cells: [{ line: 3, column: one, value: other }] });
  const isPlanned = async () => {
    const { body } = await manager.call<{ import: { status: string } }>(`/imports/${id}`);
    return body.import.status !== 'VALIDATING';
  };
  await waitUntil(isPlanned, { what: 'the corrected plan' });
  return id;
}

/** Renames the company and its pages to texts, and adds an alert recipient whose address contains one. */
async function rename(
  fixture: BrowserFixture,
  writer: Writer,
  tenantId: string,
): Promise<Company['restore']> {
  const { gatewayUrl, platformApiKey } = fixture.system.local;
  const path = `/tenants/${tenantId}`;
  const read = call<{ tenant: Tenant }>(`${gatewayUrl}/api/admin${path}`, { bearer: platformApiKey });
  const { name, billing, settings } = (await bodyOf(read, 200)).tenant;
  const { alertRecipients, branding } = settings;
  const { one, other, email } = writer.texts;
  const recipient = { email, types: ['door.forced'], digest: 'DAILY' };
  await writer.patchAsPlatform(path, {
    name: one,
    billing: { customerId: other },
    settings: { alertRecipients: [recipient], branding: { name: other } },
  });
  return () =>
    writer.patchAsPlatform(path, {
      name,
      billing: { customerId: billing.customerId },
      settings: { alertRecipients, branding },
    });
}

/** Fills the company's rows: its name, keys, a webhook endpoint and an import. */
export async function fillCompany(
  fixture: BrowserFixture,
  writer: Writer,
  homes: CompanyHomes,
): Promise<Company> {
  const { post, texts } = writer;
  const { one, other } = texts;
  const body = { name: one, scopes: ['units:read'], environments: ['DEV'] };
  const { apiKey } = await post<{ apiKey: { id: string; secret: string } }>('/api-keys', body);
  const url = `https://code.example.test/${encodeURIComponent(one)}`;
  const reports = [{ token: apiKey.secret, source: one, url }];
  await writer.sendAsResident({ path: '/api/admin/api-keys/leak-reports', body: { reports } });
  const { apiKey: ended } = await post<{ apiKey: { id: string } }>('/api-keys', { ...body, name: other });
  await post(`/api-keys/${ended.id}/revoke`, { reason: one });
  const { webhookEndpoint } = await post<{ webhookEndpoint: { id: string } }>('/webhook-endpoints', {
    url: `https://hooks.example.test/${encodeURIComponent(one)}`,
    description: other,
    events: ['door.opened'],
  });
  return {
    keyId: apiKey.id,
    endpointId: webhookEndpoint.id,
    importId: await planImport(fixture, writer, homes),
    restore: await rename(fixture, writer, homes.tenantId),
  };
}
