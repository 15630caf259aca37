import { ROOT_CONTEXT, SpanKind as OtlpKind, SpanStatusCode, trace as contexts } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { NewSpan, OpenSpan, SpanKind, SpanRecorder } from './spans.ts';
import { mintTraceparent } from './trace.ts';

/** The program whose spans are recorded, and how. */
export interface RecorderOptions {
  /** The collector. Spans go to `v1/traces` below it. */
  endpoint: string;
  service: string;
  environment: string;
  build: { version: string; build: string };
  /** Share of the recorded traces, from 0 to 1. */
  ratio: number;
  /** Whether this program decides for each request. Programs that it calls follow the flag of its `traceparent`. */
  isEdge: boolean;
}

const kinds: Readonly<Record<SpanKind, OtlpKind>> = {
  server: OtlpKind.SERVER,
  client: OtlpKind.CLIENT,
  producer: OtlpKind.PRODUCER,
  consumer: OtlpKind.CONSUMER,
};

/** Limits of the memory for spans that wait for a slow collector. Further spans are dropped. */
const batching = { maxQueueSize: 4096, maxExportBatchSize: 512, scheduledDelayMillis: 1000 };

/** Timeout of an export, in milliseconds. It also limits the stop of a process while the collector is unavailable. */
const exportTimeoutMs = 2000;

/** Reads the parts of a `traceparent` (W3C Trace Context, section 3.2). */
function readParts(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const writeTraceparent = (traceId: string, spanId: string, flags: '00' | '01'): string =>
  `00-${traceId}-${spanId}-${flags}`;

/** Makes the span of a trace that is not recorded. Programs that this one calls do not record it either. */
function unrecorded(parent: string): OpenSpan {
  const { traceId, spanId } = readParts(parent);
  return { traceparent: writeTraceparent(traceId, spanId, '00'), end: () => undefined };
}

function createProvider({ endpoint, service, environment, build }: RecorderOptions): TracerProvider {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs });
  return new TracerProvider({
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': build.version,
      'deployment.environment.name': environment,
      'pas.build': build.build,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs, ...batching })],
  });
}

/**
 * Records spans and exports them over HTTP in JSON (OTLP). While the collector is unavailable, spans are dropped. No
 * request waits for it.
 */
export function createOtlpRecorder(options: RecorderOptions): SpanRecorder {
  const { ratio, isEdge } = options;
  const provider = createProvider(options);
  const tracer = provider.getTracer('pas');
  /** Whether to record a span. A client could set the flag of each request, so the edge does not follow it. */
  const isRecorded = ({ parent, kind }: NewSpan): boolean => {
    if (parent === null || (isEdge && kind === 'server')) return Math.random() < ratio;
    return readParts(parent).isSampled;
  };
  return {
    start(span) {
      const { name, kind, attributes = {} } = span;
      const parent = span.parent ?? mintTraceparent();
      if (!isRecorded(span)) return unrecorded(parent);
      const { traceId, spanId } = readParts(parent);
      const context =
        span.parent === null
          ? ROOT_CONTEXT
          : contexts.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true });
      const open = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
      const own = open.spanContext();
      return {
        traceparent: writeTraceparent(own.traceId, own.spanId, '01'),
        end({ name: finalName, attributes: more = {}, isFailed }) {
          if (finalName !== undefined) open.updateName(finalName);
          open.setAttributes(more);
          if (isFailed) open.setStatus({ code: SpanStatusCode.ERROR });
          open.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}
