import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster, type Cluster } from '../start-cluster.ts';

describe('a cluster of a test', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: 2 });
  });
  afterAll(() => cluster.stop());

  async function listProperties(): Promise<number> {
    const { gatewayUrl, apiKey } = cluster.local;
    const headers = { Authorization: `Bearer ${apiKey}` };
    return (await fetch(`${gatewayUrl}/api/admin/properties`, { headers })).status;
  }

  test('serves while one replica is down, and then with only that replica', async () => {
    await cluster.kill('admin-1');
    await waitUntil(async () => (await listProperties()) === 200, { what: 'the other replica' });
    await cluster.start('admin-1');
    await cluster.kill('admin-2');
    await waitUntil(async () => (await listProperties()) === 200, { what: 'the replica that is back' });
    await cluster.start('admin-2');
    expect(cluster.logOf('admin-1').split('"msg":"listening"')).toHaveLength(3);
  });

  test('answers again once a paused store resumes', async () => {
    await cluster.pause('mongod');
    const waiting = listProperties();
    await cluster.resume('mongod');
    expect(await waiting).toBe(200);
  });

  test('stops one process gracefully', async () => {
    await cluster.stopProcess('resident-1');
    expect(cluster.logOf('resident-1')).toContain('"msg":"stopped"');
    await cluster.start('resident-1');
    expect(cluster.processes).toContain('resident-2');
  });
});
