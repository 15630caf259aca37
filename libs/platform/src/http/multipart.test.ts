import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { maxProcessorMs } from '@pas/testing/hostile/measure-cost';
import { multipartBodies, type MultipartBody } from '@pas/testing/hostile/multipart-bodies';
import type { Request } from 'express';
import { expect, test } from 'vitest';
import { Fault } from '../errors/fault.ts';
import { multipartForm } from './multipart.ts';

const chunkBytes = 64 * 1024;
const limits = { maxBytes: 20 * 1024 * 1024, maxFields: 26 };

/** Makes a request whose body arrives in chunks. */
function requestOf({ contentType }: MultipartBody) {
  const body = new PassThrough();
  return Object.assign(body, { headers: { 'content-type': contentType }, complete: false });
}

async function countBytes(file: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of file) bytes += chunk.length;
  return bytes;
}

const refusalOf = (error: unknown): string => (error instanceof Fault ? error.kind : String(error));

/**
 * Receives a form.
 *
 * @returns the outcome, and the longest processor time of one chunk, in milliseconds
 */
async function receive(body: MultipartBody): Promise<{ outcome: string; processorMs: number }> {
  const request = requestOf(body);
  let receiving: Promise<string>;
  try {
    const receiver = multipartForm(request as unknown as Request, limits);
    receiving = receiver(async (file) => countBytes(file.bytes)).then(() => 'received', refusalOf);
  } catch (error) {
    return { outcome: refusalOf(error), processorMs: 0 };
  }
  let processorMs = 0;
  for (let at = 0; at < body.bytes.length; at += chunkBytes) {
    const before = process.threadCpuUsage();
    request.write(body.bytes.subarray(at, at + chunkBytes));
    await setImmediate();
    const { user, system } = process.threadCpuUsage(before);
    processorMs = Math.max(processorMs, (user + system) / 1000);
  }
  request.complete = true;
  request.end();
  return { outcome: await receiving, processorMs };
}

test.each(Object.entries(multipartBodies))('%s: received or refused immediately', async (_name, make) => {
  const { outcome, processorMs } = await receive(make());
  expect(['received', 'malformed', 'too_large']).toContain(outcome);
  expect(processorMs).toBeLessThan(maxProcessorMs);
});
