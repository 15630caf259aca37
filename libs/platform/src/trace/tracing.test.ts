import { execFileSync } from 'node:child_process';
import { startOtlpReceiver, type OtlpReceiver } from '@pas/testing/otlp-receiver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inSpan, recordSpansBy, startSpan } from './spans.ts';
import { startTracing, type TracedProgram } from './start-tracing.ts';
import { currentTrace, readTraceparent, withTrace } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const recorded = `00-${traceId}-00f067aa0ba902b7-01`;
const unrecorded = `00-${traceId}-00f067aa0ba902b7-00`;
const build = { version: '1.2.3', build: 'a1b2c3d' };

let receiver: OtlpReceiver;
let stop: () => Promise<void>;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
  stop = () => Promise.resolve();
});
afterEach(async () => {
  recordSpansBy(null);
  await stop();
  await receiver.stop();
});

async function trace(program: Partial<TracedProgram> = {}, ratio = 1): Promise<void> {
  const config = {
    ENVIRONMENT: 'TEST',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  };
  const tracing = await startTracing(config, { service: 'toy', build, ...program });
  stop = () => tracing.stop();
}

/** Ends the export and returns the spans of the trace. */
async function exported() {
  await stop();
  stop = () => Promise.resolve();
  return receiver.spansOf(traceId);
}

describe('with a collector', () => {
  test('work inside a span is its child, in the trace of the caller', async () => {
    await trace();
    const inner = { name: 'inner', kind: 'client' } as const;
    await withTrace({ correlationId: 'given-by-the-test', traceparent: recorded }, () =>
      inSpan({ name: 'outer', kind: 'consumer', attributes: { 'pas.durable': 'x' } }, () =>
        inSpan(inner, () => Promise.resolve(expect(currentTrace()?.correlationId).toBe('given-by-the-test'))),
      ),
    );
    const [child, parent] = await exported();
    expect(parent).toMatchObject({
      service: 'toy',
      name: 'outer',
      parentSpanId: '00f067aa0ba902b7',
      attributes: { 'pas.durable': 'x' },
      isFailed: false,
    });
    expect(child).toMatchObject({ name: 'inner', parentSpanId: parent?.spanId });
  });

  test('the build and the environment are part of the resource', async () => {
    await trace();
    startSpan({ name: 'a', kind: 'client', parent: recorded })?.end({ isFailed: false });
    await exported();
    for (const value of ['a1b2c3d', '1.2.3', 'TEST']) expect(receiver.received()).toContain(`"${value}"`);
  });

  test('failed work makes a failed span, and the error passes on', async () => {
    await trace();
    const work = () => Promise.reject(new Error('no answer'));
    await expect(inSpan({ name: 'a', kind: 'client', parent: recorded }, work)).rejects.toThrow('no answer');
    expect(await exported()).toMatchObject([{ name: 'a', isFailed: true }]);
    expect(receiver.received()).not.toContain('no answer');
  });

  test('a service does not record a trace that the gateway has left out, and passes the decision on', async () => {
    await trace();
    const span = startSpan({ name: 'a', kind: 'server', parent: unrecorded });
    expect(span?.traceparent).toBe(unrecorded);
    span?.end({ isFailed: false });
    expect(await exported()).toEqual([]);
  });

  test('the gateway decides by its own share, whatever flag a client sends', async () => {
    await trace({ isEdge: true }, 0);
    const span = startSpan({ name: 'a', kind: 'server', parent: recorded });
    expect(span?.traceparent).toBe(unrecorded);
    await stop();
    await trace({ isEdge: true }, 1);
    const { traceparent = '' } = startSpan({ name: 'a', kind: 'server', parent: unrecorded }) ?? {};
    expect(readTraceparent(traceparent)).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  });

  test('work without a trace begins one', async () => {
    await trace();
    const { traceparent = '' } = startSpan({ name: 'a', kind: 'consumer', parent: null }) ?? {};
    expect(readTraceparent(traceparent)).toMatch(/-01$/);
  });

  test('a collector that refuses connections does not disturb the work', async () => {
    await receiver.stop();
    await trace();
    expect(await inSpan({ name: 'a', kind: 'client', parent: recorded }, async () => 'done')).toBe('done');
    await stop().catch(() => undefined);
    receiver = await startOtlpReceiver();
    stop = () => Promise.resolve();
  });
});

describe('without a collector', () => {
  test('no span is made, and work keeps its trace', async () => {
    expect(startSpan({ name: 'a', kind: 'server', parent: recorded })).toBeNull();
    await withTrace({ correlationId: 'given-by-the-test', traceparent: unrecorded }, () =>
      inSpan({ name: 'a', kind: 'client' }, () =>
        Promise.resolve(expect(currentTrace()?.traceparent).toBe(unrecorded)),
      ),
    );
  });

  test('the process loads no module of the tracing library', () => {
    const program = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      const { startTracing } = await import('./src/trace/start-tracing.ts');
      await startTracing({ ENVIRONMENT: 'TEST', OTEL_TRACES_SAMPLER_ARG: 1 }, { service: 'toy', build: {} });
      console.log(loaded.filter((url) => url.includes('opentelemetry')).length, loaded.length);
    `;
    const cwd = `${import.meta.dirname}/../..`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd });
    expect(output.toString()).toMatch(/^0 [1-9]/);
  });
});
