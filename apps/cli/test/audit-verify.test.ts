import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@pas/shared/ids/id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportVerification } from '../src/audit/verify-export.ts';
import { checkpointLine, sealChain, sealNext, type ExportedRecord } from './export-chain.ts';
import { createProgram } from '../src/program.ts';
import { runPas, type Outcome } from './run-pas.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const tenantId = newId('tenant');
const pemOf = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'spki' }));

describe('pas audit verify', () => {
  let directory: string;
  let keyFile: string;
  let records: ExportedRecord[];
  /** Lines of the export: checkpoints of records 4 and 8, then ten records. */
  let lines: string[];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'pas-audit-'));
    keyFile = join(directory, 'key.pem');
    await writeFile(keyFile, pemOf(publicKey));
    records = sealChain({ tenantId }, 10);
    const signed = [records[3], records[7]].map((record) => checkpointLine(record, privateKey));
    lines = [...(await Promise.all(signed)), ...records.map((record) => JSON.stringify(record))];
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  interface CommandOutcome {
    code: number;
    found: ExportVerification;
    stderr: string;
  }

  /** Runs the command in this process. */
  async function run(args: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
    const outcome: Outcome = { code: 0, stdout: '', stderr: '' };
    const program = createProgram({
      environment,
      operator: 'test',
      print: (line) => (outcome.stdout += line),
      remark: (line) => (outcome.stderr += line),
      exit: (code) => (outcome.code = code),
    });
    await program.parseAsync(['audit', 'verify', ...args], { from: 'user' });
    return outcome;
  }

  async function check(exported: readonly string[], args: readonly string[] = []): Promise<CommandOutcome> {
    const file = join(directory, `${newId('event')}.ndjson`);
    await writeFile(file, exported.map((line) => `${line}\n`).join(''));
    const { code, stdout, stderr } = await run([file, '--key', keyFile, ...args]);
    return { code, found: JSON.parse(stdout || '{}') as ExportVerification, stderr };
  }

  /** Returns the export with one record changed. */
  const withRecord = (seq: number, change: (record: ExportedRecord) => object): string[] =>
    lines.with(seq + 1, JSON.stringify(change(structuredClone(records[seq - 1] as ExportedRecord))));
  const without = (...seqs: number[]): string[] => lines.filter((_line, index) => !seqs.includes(index - 1));
  const swapped = (a: number, b: number): string[] =>
    lines.with(a + 1, lines[b + 1] ?? '').with(b + 1, lines[a + 1] ?? '');
  const editDigest = (record: ExportedRecord, change: object): object => ({
    ...record,
    digests: record.digests.map((digest) =>
      digest.pointer === '/changes/0/after' ? { ...digest, ...change } : digest,
    ),
  });

  test('0 for an export as it was made', async () => {
    const { found, ...outcome } = await check(lines);
    expect(found).toEqual({
      valid: true,
      restorations: [],
      reason: null,
      tenantId,
      environment: 'PROD',
      checked: 10,
      lastSeq: 10,
      lastHash: records[9]?.hash,
      lastRecordedAt: records[9]?.recordedAt,
      firstBrokenSeq: null,
      uncovered: 2,
      checkpoints: { checked: 2, lastSeq: 8, bad: [] },
    });
    expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining('the last 2 yet') as string });
  });

  test('0 for an export with erased personal values', async () => {
    const { code, found } = await check(
      withRecord(5, (record) => ({
        ...record,
        actor: { ...record.actor, name: 'erased' },
        context: { ...record.context, ip: null },
        changes: [{ path: 'email', before: null, after: { digest: record.digests[1]?.digest } }],
        digests: record.digests.map((digest) => ({ ...digest, salt: null })),
      })),
    );
    expect(found).toMatchObject({ valid: true, checked: 10 });
    expect(code).toBe(0);
  });

  test.each([
    ['a record changed', 5, 'changed', () => withRecord(5, (record) => ({ ...record, action: 'x' }))],
    ['a member added', 5, 'changed', () => withRecord(5, (record) => ({ ...record, note: 'x' }))],
    ['a record removed in the middle', 6, 'removed', () => without(6)],
    ['the first record removed', 1, 'removed', () => without(1)],
    ['the tail cut off before a checkpoint', 7, 'cut_off', () => without(7, 8, 9, 10)],
    ['two records swapped', 2, 'reordered', () => swapped(2, 5)],
    ['a record that stands there twice', 4, 'reordered', () => lines.toSpliced(4, 0, lines[4] ?? '')],
    [
      "another tenant's record mixed in",
      6,
      'foreign',
      () => lines.with(7, JSON.stringify(sealChain({ tenantId: newId('tenant') }, 6).at(-1))),
    ],
    [
      'a record of another environment mixed in',
      6,
      'foreign',
      () => lines.with(7, JSON.stringify(sealChain({ tenantId, environment: 'DEV' }, 6).at(-1))),
    ],
    [
      'a personal value replaced',
      5,
      'personal_value_replaced',
      () =>
        withRecord(5, (record) => ({
          ...record,
          changes: [{ path: 'email', before: null, after: 'else@example.test' }],
        })),
    ],
    [
      'a personal value replaced, its salt passed off as erased',
      5,
      'personal_value_replaced',
      () =>
        withRecord(5, (record) =>
          editDigest(
            { ...record, changes: [{ path: 'email', before: null, after: 'else@example.test' }] },
            { salt: null },
          ),
        ),
    ],
    [
      'a digest replaced',
      5,
      'changed',
      () => withRecord(5, (record) => editDigest(record, { digest: 'sha256:0' })),
    ],
    [
      'a digest that points out of the record',
      5,
      'changed',
      () => withRecord(5, (record) => editDigest(record, { pointer: '/__proto__/polluted' })),
    ],
    ['a line that is cut short', 10, 'unreadable', () => lines.with(11, lines[11]?.slice(0, 80) ?? '')],
  ])('1 with the number of the broken record: %s', async (_what, firstBrokenSeq, reason, tamper) => {
    const { code, found } = await check(tamper());
    expect(found).toMatchObject({ valid: false, firstBrokenSeq, reason, checked: firstBrokenSeq - 1 });
    expect(code).toBe(1);
  });

  test('1 for a chain that was rewritten with hashes that fit', async () => {
    const rewritten = records.slice(0, 4);
    while (rewritten.length < 10)
      rewritten.push(sealNext({ tenantId, action: 'user.rewritten' }, rewritten.at(-1)));
    const exported = [...lines.slice(0, 2), ...rewritten.map((record) => JSON.stringify(record))];
    const broken = { valid: false, firstBrokenSeq: 8, reason: 'differs_from_checkpoint' };
    expect(await check(exported)).toMatchObject({ code: 1, found: broken });
  });

  test('1 for a checkpoint that another key signed', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    const forged = await checkpointLine(records[9], other);
    const { code, found } = await check([forged, ...lines]);
    expect(found).toMatchObject({ valid: false, firstBrokenSeq: null, reason: 'forged_checkpoint' });
    expect(found.checkpoints.bad).toEqual([{ line: 1, reason: 'forged' }]);
    expect(code).toBe(1);
  });

  test('1 for a checkpoint whose content was changed', async () => {
    const { jws } = JSON.parse(lines[1] ?? '') as { jws: string };
    const [header, , signature] = jws.split('.');
    const claims = { tenantId, environment: 'PROD', seq: 10, hash: records[9]?.hash, at: new Date() };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const forged = JSON.stringify({ jws: [header, payload, signature].join('.') });
    const { code, found } = await check([forged, ...lines.slice(2)]);
    expect(found).toMatchObject({ valid: false, reason: 'forged_checkpoint' });
    expect(code).toBe(1);
  });

  test('1 for a checkpoint of another chain under the same key', async () => {
    const [stranger] = sealChain({ tenantId: newId('tenant') }, 1);
    const checked = await check([await checkpointLine(stranger, privateKey), ...lines]);
    expect(checked).toMatchObject({ code: 1, found: { valid: false, reason: 'forged_checkpoint' } });
  });

  test('a copy of the checkpoints reveals a tail that was cut off with its checkpoints', async () => {
    const copy = join(directory, 'copy');
    await mkdir(join(copy, 'PROD'), { recursive: true });
    await writeFile(join(copy, 'PROD', `${tenantId}.ndjson`), `${lines[0]}\n{"jws":"cut\n${lines[1]}\n`);
    const cut = [lines[0] ?? '', ...lines.slice(2, 7)];
    expect(await check(cut)).toMatchObject({ code: 0 });
    const { code, found } = await check(cut, ['--checkpoints', copy]);
    expect(found).toMatchObject({ valid: false, firstBrokenSeq: 6, reason: 'cut_off' });
    expect(code).toBe(1);
    const file = join(copy, 'PROD', `${tenantId}.ndjson`);
    const whole = await check(lines.slice(2), ['--checkpoints', file]);
    expect(whole.found).toMatchObject({
      valid: true,
      checkpoints: { lastSeq: 8, bad: [{ line: 2, reason: 'unreadable' }] },
    });
  });

  test('2 when no checkpoint proves anything', async () => {
    const checked = await check(lines.slice(2));
    expect(checked).toMatchObject({ code: 2, found: { valid: null, reason: 'no_checkpoint', checked: 10 } });
  });

  test.each([
    ['a table', ['seq,id,occurredAt', '1,aud_1,2026'], 'format=ndjson'],
    ['another file', ['hello'], 'not an export'],
    ['an empty file', [], 'no records'],
  ])('2 for %s', async (_what, exported, message) => {
    const { code, stderr } = await check(exported);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test('2 for a missing file, and without a key', async () => {
    const missing = await runPas(['audit', 'verify', '/nowhere', '--key', keyFile], {});
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    const keyless = await run(['/nowhere']);
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('--key') as string });
  });

  test('takes the key as JWK, and from the environment', async () => {
    const file = join(directory, 'export.ndjson');
    const jwk = join(directory, 'key.json');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    await writeFile(jwk, JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }));
    expect(await run([file, '--key', jwk])).toMatchObject({ code: 0 });
    const env = { AUDIT_CHECKPOINT_PUBLIC_KEYS: pemOf(publicKey).replaceAll('\n', String.raw`\n`) };
    expect(await run([file], env)).toMatchObject({ code: 0 });
  });
});
