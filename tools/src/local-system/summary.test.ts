import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataDirectory } from './data-directory.ts';
import type { LocalFile } from './local-file.ts';
import { repositoryDir } from './plans/node-program.ts';
import { summarize } from './summary.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const local = {
  gatewayUrl: 'http://127.0.0.1:8080',
  docsUrl: 'http://127.0.0.1:8080/docs',
  consoleUrl: 'http://127.0.0.1:8080/console',
  residentUrl: 'http://127.0.0.1:8080/portal',
  caFile: null,
  mailboxUrl: 'http://127.0.0.1:8084',
  sandboxUrl: 'http://127.0.0.1:8083',
  environments: {
    DEV: { gatewayUrl: 'http://127.0.0.1:8080' },
    TEST: { gatewayUrl: 'http://127.0.0.1:8082' },
  },
  apiKey: 'pas_dev_key',
  staff: { email: 'dana@maple-living.test', password: 'staff password', organization: 'org_maple' },
  resident: { email: 'ada@residents.test', password: 'resident password' },
} as unknown as LocalFile;

const nothing = { inviteUrl: null, visitedNumber: null };

test('names both gateways, the log-ins, an open invite and the operator’s program', () => {
  const path = mkdtempSync(join(tmpdir(), 'summary-'));
  const text = summarize(local, openDataDirectory(path), {
    inviteUrl: 'http://127.0.0.1:8080/join/token',
    visitedNumber: '+12125550108',
  });
  rmSync(path, { recursive: true });
  for (const line of [
    'Gateway      http://127.0.0.1:8082  (environment TEST)',
    'Console      http://127.0.0.1:8080/console',
    'Portal       http://127.0.0.1:8080/portal',
    'Staff        dana@maple-living.test  staff password',
    'Resident     ada@residents.test  resident password',
    'Open invite  http://127.0.0.1:8080/join/token',
    `Operator     LOCAL_DATA='${path}' script/pas --help`,
    "curl -H 'Authorization: Bearer pas_dev_key' 'http://127.0.0.1:8080/api/admin/properties'",
    `LOCAL_DATA='${path}' script/pas trigger call --number +12125550108 --answer 1 --digit 9`,
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

test('omits missing parts, and omits the default directory from commands', () => {
  const usual = { path: join(repositoryDir, '.data') } as Parameters<typeof summarize>[1];
  const text = summarize({ ...local, resident: null }, usual, nothing);
  expect(text).toContain('\nOperator     script/pas --help\n');
  expect(text).not.toMatch(/^(Resident|Open invite)|trigger/m);
});

test('passes the authority to curl when the system runs over TLS', () => {
  const directory = { path: '/data' } as Parameters<typeof summarize>[1];
  const text = summarize({ ...local, caFile: '/data/certificates/ca.pem' }, directory, nothing);
  expect(text).toContain("curl --cacert '/data/certificates/ca.pem' -H 'Authorization: Bearer ");
});
