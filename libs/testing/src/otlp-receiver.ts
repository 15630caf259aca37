import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { portOf } from '@pas/platform/http/listen';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  attributes: Readonly<Record<string, unknown>>;
  isFailed: boolean;
}

/** A collector of traces (OTLP over HTTP in JSON). */
export interface OtlpReceiver {
  url: string;
  /** Returns the spans of a trace that have arrived so far. */
  spansOf(traceId: string): readonly ReceivedSpan[];
  /** The bodies of all requests, as text. */
  received(): string;
  stop(): Promise<void>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}

/** The fields of an export request that this module reads (opentelemetry-proto, `ExportTraceServiceRequest`). */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: OtlpAttribute[];
        status?: { code?: number };
      }[];
    }[];
  }[];
}

const readAttributes = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const errorCode = 2;

function readSpans({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(readAttributes(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes, status }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId: parentSpanId || null,
        attributes: readAttributes(attributes),
        isFailed: status?.code === errorCode,
      })),
    );
  });
}

/** Starts a collector on a free port. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const requests: ExportRequest[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push(body as ExportRequest);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    spansOf: (traceId) => requests.flatMap(readSpans).filter((span) => span.traceId === traceId),
    received: () => JSON.stringify(requests),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
