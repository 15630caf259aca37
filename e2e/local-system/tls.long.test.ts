import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { renewServerCertificate } from '@pas/tools/local-system/certificates';
import { assignPorts } from '@pas/tools/local-system/ports';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { mintKey } from '../client/mint-key.ts';
import { linkIn, receiveMail } from '../client/mailbox.ts';
import { actAsManager, inviteToNewUnit, type PropertyManager } from '../client/property-manager.ts';
import { signUp, type OwnUnits } from '../client/resident.ts';
import { startTraffic } from '../faults/load.ts';
import { startCluster, type Cluster } from '../start-cluster.ts';

describe('a local system over TLS, as in production', () => {
  let cluster: Cluster;
  let manager: PropertyManager;

  beforeAll(async () => {
    cluster = await startCluster({ tls: true });
    const { gatewayUrl, apiKey } = cluster.local;
    manager = actAsManager({ gatewayUrl, key: apiKey });
  });
  afterAll(() => cluster.stop());

  test('lists https addresses, encrypted stores and the authority to trust', () => {
    const { local } = cluster;
    const urls = [
      local.gatewayUrl,
      local.webhooksUrl,
      local.mailboxUrl,
      local.sandboxUrl,
      local.identityIssuer,
    ];
    const schemes = new Set([...urls, local.mongoUrl, local.natsUrl].map((url) => new URL(url).protocol));
    expect(schemes).toEqual(new Set(['https:', 'mongodb:', 'tls:']));
    expect(local.mongoUrl).toContain('tls=true');
    expect(new X509Certificate(readFileSync(String(local.caFile))).ca).toBe(true);
  });

  test('takes a resident from an invite by mail to their unit', async () => {
    const { portalUrl, mailboxUrl, sandboxUrl } = cluster.local;
    const email = 'jordan@example.test';
    const { unit, invite } = await inviteToNewUnit(manager, 'Harbor View', email);
    await manager.dispatch(invite.id);
    const link = linkIn(await receiveMail(mailboxUrl, email));
    expect(link.startsWith(`${portalUrl}/join/`)).toBe(true);
    const inviteToken = link.split('/').at(-1) ?? '';
    const signedIn = await bodyOf(signUp(portalUrl, { inviteToken }), 201);
    const own = await call<OwnUnits>(`${portalUrl}/api/v1/units`, { bearer: signedIn.token });
    expect(own.body.units.map(({ id }) => id)).toEqual([unit.id]);
    const options = { tenant: unit.tenantId, scopes: 'units:read' };
    expect(await mintKey(cluster.dataDir, options)).toMatch(/^pas_dev_/);
    const minted = await call<{ token: string }>(`${sandboxUrl}/identity/session-tokens`, {
      body: { email },
    });
    const bearer = minted.body.token;
    expect((await call(`${portalUrl}/api/v1/auth/clerk-session`, { method: 'POST', bearer })).status).toBe(
      200,
    );
    const events = async (): Promise<number> => (await manager.listAudit({ targetId: invite.id })).total;
    await waitUntil(async () => (await events()) >= 3, { what: 'the sealed records of the invite' });
  });

  test('sends HSTS to browsers, and accepts neither plain HTTP nor plain mail', async () => {
    const { gatewayUrl } = cluster.local;
    for (const path of ['/readyz', '/docs', '/api/admin/properties']) {
      const { headers } = await call(`${gatewayUrl}${path}`);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    }
    const smtp = connectPlain(assignPorts(Number(new URL(gatewayUrl).port), 1).portOf('smtp'), '127.0.0.1');
    await once(smtp, 'data');
    smtp.end('EHLO desk.test\r\nMAIL FROM:<desk@maple.test>\r\nQUIT\r\n');
    expect(await readText(smtp)).toContain('530 Must issue a STARTTLS command first');
    await expect(call(gatewayUrl.replace('https:', 'http:'))).rejects.toThrow(/hang up|ECONNRESET/);
  });

  test('loses no request while certificates are replaced, and serves the new ones', async () => {
    const { port } = new URL(cluster.local.gatewayUrl);
    const ports = assignPorts(Number(port), 1);
    const shown = [Number(port), ...ports.portsOf('admin'), ports.metricsPortOf(Number(port))];
    const serialAt = async (at: number): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port: at });
      await once(socket, 'secureConnect');
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    const before = await serialAt(Number(port));
    const load = startTraffic(manager);
    await load.untilMore(50);
    const { certFile } = await renewServerCertificate(join(cluster.dataDir, 'certificates'));
    const { serialNumber } = new X509Certificate(readFileSync(certFile));
    expect(serialNumber).not.toBe(before);
    for (const at of shown) {
      const isNew = async (): Promise<boolean> => (await serialAt(at)) === serialNumber;
      await waitUntil(isNew, { what: `the new certificate at port ${at}` });
    }
    await load.untilMore(50);
    const { failures, succeeded } = await load.stop();
    expect(failures).toEqual([]);
    expect(succeeded).toBeGreaterThanOrEqual(100);
  });
});
