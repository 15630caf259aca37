import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followLog } from './follow-log.ts';

let dir: string;
let logFile: string;
let told: string[];
let stop: () => void;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'property-access-'));
  logFile = join(dir, 'admin-1.log');
  writeFileSync(logFile, 'before\n');
  told = [];
  stop = followLog(logFile, (line) => told.push(line));
});
afterEach(() => {
  stop();
  rmSync(dir, { recursive: true });
});

const untilTold = (count: number): Promise<unknown> =>
  waitUntil(() => told.length >= count, { what: `${count} lines` });

test('tells what is written from now on, whole lines alone', async () => {
  appendFileSync(logFile, 'first\nsec');
  await untilTold(1);
  appendFileSync(logFile, 'ond\n');
  await untilTold(2);
  expect(told).toEqual(['first', 'second']);
});

test('tells lines longer than one read, whatever characters they hold', async () => {
  const long = 'é—'.repeat(100_000);
  appendFileSync(logFile, `${long}\n`);
  await untilTold(1);
  expect(told).toEqual([long]);
});

test('tells nothing once it is stopped', async () => {
  appendFileSync(logFile, 'last\n');
  stop();
  expect(told).toEqual(['last']);
  appendFileSync(logFile, 'later\n');
  stop = followLog(logFile, (line) => told.push(line));
  appendFileSync(logFile, 'again\n');
  await untilTold(2);
  expect(told).toEqual(['last', 'again']);
});
