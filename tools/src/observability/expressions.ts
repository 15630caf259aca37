import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryDir } from '../local-system/plans/node-program.ts';

const directory = join(repositoryDir, 'docs/observability');

/** Reads a file of `docs/observability`. */
export const readDocument = (name: string): string => readFileSync(join(directory, name), 'utf8');

/** A rule of Prometheus. */
export interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: { severity?: string };
  annotations?: { summary?: string; runbook?: string };
}

/** Reads the recording and alert rules. */
export function readRules(): Rule[] {
  const { groups } = parse(readDocument('alerts.yaml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

/** Reads the expressions of the dashboard, with the titles of their panels. */
export function readPanels(): { title: string; expr: string }[] {
  const { panels } = JSON.parse(readDocument('dashboard.json')) as { panels: Panel[] };
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
}

interface RuleTest {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

/** Reads the tests of alerts: for each alert the numbers of expected alerts. */
export function readAlertTests(): ReadonlyMap<string, readonly number[]> {
  const { tests } = parse(readDocument('alerts.test.yaml')) as { tests: RuleTest[] };
  const expected = tests.flatMap((each) => each.alert_rule_test);
  const byName = Map.groupBy(expected, ({ alertname }) => alertname);
  return new Map([...byName].map(([name, each]) => [name, each.map(({ exp_alerts: list }) => list.length)]));
}
