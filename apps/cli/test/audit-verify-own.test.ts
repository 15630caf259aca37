import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@pas/shared/ids/id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../src/program.ts';
import { checkpointLine, sealChain, type ExportedRecord } from './export-chain.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const tenantId = newId('tenant');

describe('pas audit verify of an export without checkpoints', () => {
  let directory: string;
  let records: ExportedRecord[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pas-audit-own-'));
    records = sealChain({ tenantId }, 10);
    const signed = await Promise.all(
      [records[3], records[7]].map((record) => checkpointLine(record, privateKey)),
    );
    await mkdir(join(directory, 'PROD'));
    await writeFile(join(directory, 'PROD', `${tenantId}.ndjson`), `${signed.join('\n')}\n`);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function check(exported: readonly object[]) {
    const file = join(directory, `${newId('event')}.ndjson`);
    await writeFile(file, exported.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const environment = {
      AUDIT_CHECKPOINT_DIR: directory,
      AUDIT_CHECKPOINT_PUBLIC_KEYS: String(publicKey.export({ format: 'pem', type: 'spki' })),
    };
    const outcome = { code: -1, found: {} };
    const program = createProgram({
      environment,
      operator: 'test',
      print: (line) => (outcome.found = JSON.parse(line) as object),
      remark: () => undefined,
      exit: (code) => (outcome.code = code),
    });
    await program.parseAsync(['audit', 'verify', file], { from: 'user' });
    return outcome;
  }

  test('0 when the checkpoints of this system prove it', async () => {
    const found = { valid: true, checked: 10, uncovered: 2, checkpoints: { lastSeq: 8 } };
    expect(await check(records)).toMatchObject({ code: 0, found });
  });

  test('0 when this system has made further checkpoints since the export', async () => {
    const found = { valid: true, checked: 6, uncovered: 2, checkpoints: { lastSeq: 4 } };
    expect(await check(records.slice(0, 6))).toMatchObject({ code: 0, found });
  });

  test('1 for a changed record', async () => {
    const changed = records.with(4, { ...(records[4] as ExportedRecord), action: 'x' });
    expect(await check(changed)).toMatchObject({ code: 1, found: { valid: false, firstBrokenSeq: 5 } });
  });

  test('2 for a chain without checkpoints', async () => {
    const other = sealChain({ tenantId: newId('tenant') }, 2);
    expect(await check(other)).toMatchObject({ code: 2, found: { valid: null, reason: 'no_checkpoint' } });
  });
});
