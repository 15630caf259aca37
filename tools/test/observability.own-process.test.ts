// It registers the metrics of all services in one process.
import { beforeAll, describe, expect, test } from 'vitest';
import { readAlertTests, readDocument, readPanels, readRules } from '../src/observability/expressions.ts';
import { lintMetric } from '../src/observability/lint-metric.ts';
import { readExpression } from '../src/observability/read-expression.ts';
import { importMetrics, type RegisteredMetric } from '../src/observability/registered-metrics.ts';

/** Labels that Prometheus adds to each series of a target. */
const targetLabels = ['job', 'instance', 'environment'];

const rules = readRules();
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
let metrics: ReadonlyMap<string, RegisteredMetric>;
beforeAll(async () => {
  metrics = await importMetrics();
});

/** Lists the names, labels and buckets of an expression that the code does not register. */
function findUnknown(expression: string): string[] {
  const isHistogram = (name: string): boolean => metrics.get(name)?.type === 'histogram';
  return readExpression(expression, isHistogram).flatMap(({ name, part, matchers }) => {
    if (recorded.has(name) || name === 'up') return [];
    const metric = metrics.get(name);
    if (!metric || (metric.type === 'histogram') !== (part !== null)) return [name];
    const known = [...metric.labelNames, ...targetLabels, ...(part === 'bucket' ? ['le'] : [])];
    return matchers.flatMap(([label, value]) => {
      if (!known.includes(label)) return [`${name}{${label}}`];
      return label === 'le' && !metric.buckets.includes(Number(value)) ? [`${name}{le="${value}"}`] : [];
    });
  });
}

describe('rules and panels', () => {
  test('an unknown metric, label or bucket is found', () => {
    expect(findUnknown('sum by (class) (rate(http_requests_total{status="5xx"}[5m]))')).toEqual([
      'http_requests_total',
    ]);
    const bucket = 'http_request_duration_seconds_bucket{le="0.7", tenant="x", job="gateway"}';
    expect(findUnknown(`1 - ${bucket} > on (class) 2`)).toEqual([
      'http_request_duration_seconds{le="0.7"}',
      'http_request_duration_seconds{tenant}',
    ]);
    expect(findUnknown('rate(http_request_duration_seconds[5m])')).toEqual(['http_request_duration_seconds']);
  });

  test.each(rules.map(({ alert, record, expr }) => [alert ?? record ?? '', expr] as const))(
    'the rule %s names registered metrics, labels and buckets only',
    (_name, expr) => {
      expect(findUnknown(expr)).toEqual([]);
    },
  );

  test('the panels of the dashboard name registered metrics and labels only', () => {
    expect(readPanels().flatMap(({ title, expr }) => findUnknown(expr).map((name) => [title, name]))).toEqual(
      [],
    );
    expect(readPanels().length).toBeGreaterThan(40);
  });
});

describe('alerts', () => {
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  const sections = new Map(
    readDocument('runbook.md')
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  );
  const tests = readAlertTests();

  test.each(alerts.map((rule) => [rule.alert ?? '', rule] as const))(
    '%s has a severity, a section in the runbook, and tests in which it is quiet and fires',
    (name, { labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels?.severity);
      expect(annotations?.runbook).toBe(`runbook.md#${name.toLowerCase()}`);
      for (const part of ['**Impact:**', '**Causes:**', '**Commands:**'])
        expect(sections.get(name)).toContain(part);
      // A rule with several causes fires in a test of each.
      const [before, ...after] = tests.get(name) ?? [];
      expect([before, new Set(after)]).toEqual([0, new Set([1])]);
    },
  );

  test('the runbook has no section without an alert', () => {
    expect([...sections.keys()]).toEqual(alerts.map(({ alert }) => alert));
  });
});

describe('metrics', () => {
  test('names, units and labels follow the conventions of Prometheus, and every label has a bound', () => {
    expect([...metrics.values()].flatMap(lintMetric)).toEqual([]);
    expect(metrics.size).toBeGreaterThan(50);
  });

  test.each([
    [{ name: 'requests', type: 'counter' }, 'requests is a counter without the ending _total'],
    [{ name: 'rows_total', type: 'gauge' }, 'rows_total ends like a counter and is none'],
    [{ name: 'wait_ms', type: 'gauge' }, 'wait_ms has no base unit'],
    [{ name: 'wait', type: 'histogram' }, 'wait is a histogram without a unit'],
    [{ name: 'rows', type: 'gauge', help: '' }, 'rows has no help'],
    [
      { name: 'rows', type: 'gauge', labelNames: ['tenant'] },
      'rows has the label tenant, which has no bound',
    ],
  ])('%j is refused', (metric, fault) => {
    expect(lintMetric({ help: 'Rows.', labelNames: [], buckets: [], ...metric })).toEqual([fault]);
  });
});
