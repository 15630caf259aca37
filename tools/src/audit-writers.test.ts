import { describe, expect, test } from 'vitest';
import { readProgram } from './source-graph.ts';

const services = ['gateway', 'admin', 'resident', 'core-mobile', 'webhooks'];
const reads: ReadonlySet<string | undefined> = new Set(['find', 'findOne', 'findById', 'countDocuments']);

/** Reads the sources of all services by path, without imports and without the models. */
function readServices(): ReadonlyMap<string, string> {
  const sources = services.flatMap((service) => [...readProgram(`services/${service}/src/main.ts`)]);
  const bodies = sources.map(([path, text]) => [path, text.replaceAll(/^import [^;]*;/gm, '')] as const);
  // Excludes the models, and the list of personal data, which names every collection.
  const named = ['libs/shared/src/models/', 'libs/shared/src/personal/personal-data.ts'];
  return new Map(bodies.filter(([path]) => !named.some((start) => path.startsWith(start))));
}

/** Returns whether a source writes by the chain's models, or names their collections directly. */
function writesChain(text: string): boolean {
  const uses = text.matchAll(/(listRows\()?\bAudit(?:Record|Head)Model\b(?:\.(\w+))?/g);
  const isReading = ([, isListed, method]: readonly (string | undefined)[]): boolean =>
    isListed !== undefined || reads.has(method);
  return [...uses].some((use) => !isReading(use)) || /\baudit_(?:records|heads)\b/.test(text);
}

function pathsOf(matches: (text: string) => boolean): string[] {
  return [...readServices()].filter(([, text]) => matches(text)).map(([path]) => path);
}

describe('the chain of the audit', () => {
  test('is written only by the sealer', () => {
    expect(pathsOf(writesChain)).toEqual(['services/admin/src/audit-chain/seal-records.ts']);
  });

  test('is extended only by the consumer of submitted records', () => {
    const isCall = (text: string): boolean => /(?<!function )\bsealRecords\(/.test(text);
    expect(pathsOf(isCall)).toEqual(['services/admin/src/consumers/seal-audit.ts']);
  });

  test.each([
    'await AuditRecordModel.insertMany(rows);',
    'await AuditHeadModel.collection.updateOne({}, {});',
    'await change(AuditRecordModel);',
    "await core.collection('audit_records').insertOne(row);",
  ])('counts as written by %s', (text) => {
    expect(writesChain(text)).toBe(true);
  });
});
