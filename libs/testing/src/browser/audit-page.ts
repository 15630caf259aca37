import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';

/** A page to audit. The browser is signed in if the page needs it. */
export interface AuditedPage {
  name: string;
  url: string;
  /** The device. Lighthouse emulates a slow phone on a slow network, or a desktop on a wired one. */
  device: 'desk' | 'phone';
}

/** One fault that Lighthouse finds on a page. */
export interface Finding {
  category: Category;
  /** The id of the audit. */
  audit: string;
  title: string;
  /** The parts of the page that have the fault. */
  where: string[];
}

/** Lighthouse's report on a page. */
export interface PageAudit {
  /** From 0 to 100; null if it was not requested. */
  performance: number | null;
  /** In milliseconds; the layout shift has no unit. Empty if performance was not requested. */
  metrics: Record<string, number>;
  findings: Finding[];
}

/** The categories in which every audit must pass. */
const checked = ['accessibility', 'best-practices'] as const;
type Category = (typeof checked)[number];

const metricNames = {
  'first-contentful-paint': 'firstPaintMs',
  'largest-contentful-paint': 'largestPaintMs',
  'total-blocking-time': 'blockedMs',
  'cumulative-layout-shift': 'layoutShift',
  'speed-index': 'speedIndexMs',
} as const;

type Audit = Result['audits'][string];
type Item = Readonly<Record<string, unknown>>;

/** Describes the part of a page in an item of an audit: an element, an address, or a text. */
function describeItem(item: Item): string {
  const { node, source, url, description, issueType } = item;
  const snippet = (node as Item | undefined)?.['snippet'];
  const place = (source as Item | undefined)?.['url'];
  return [snippet, issueType, description, url, place].filter((part) => typeof part === 'string').join(' ');
}

function itemsOf({ details }: Audit): string[] {
  if (!details || !('items' in details) || !Array.isArray(details.items)) return [];
  return (details.items as Item[]).map(describeItem).filter((text) => text !== '');
}

/** Whether an applicable audit has failed, or could not run. */
const isFailed = ({ score, scoreDisplayMode }: Audit): boolean =>
  scoreDisplayMode === 'error' || (score !== null && score < 1);

function findingsOf({ categories, audits }: Result): Finding[] {
  return checked.flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id }): Finding[] => {
      const audit = audits[id];
      if (!audit || !isFailed(audit)) return [];
      const said = [audit.errorMessage, audit.explanation].filter((text) => text !== undefined);
      return [{ category, audit: id, title: audit.title, where: [...said, ...itemsOf(audit)] }];
    }),
  );
}

function metricsOf({ audits }: Result): Record<string, number> {
  const entries = Object.entries(metricNames).flatMap(([id, name]) => {
    const value = audits[id]?.numericValue;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Tries of an audit. A busy machine may delay the browser beyond its timeout. Only this error is retried. */
const tries = 3;

const isTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === 'PROTOCOL_TIMEOUT';

async function runLighthouse({ url, device }: AuditedPage, flags: Flags): Promise<Result> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      const result = await lighthouse(url, flags, device === 'desk' ? desktopConfig : undefined);
      if (!result) throw new Error('Lighthouse gave no answer');
      return result.lhr;
    } catch (error) {
      if (left === 0 || !isTimeout(error)) throw error;
    }
  }
}

interface AuditOptions {
  /** The port of the browser. */
  port: number;
  hasPerformance: boolean;
}

/**
 * Audits a page with Lighthouse.
 *
 * @throws Error when the page cannot be loaded
 */
export async function auditPage(page: AuditedPage, options: AuditOptions): Promise<PageAudit> {
  const { port, hasPerformance } = options;
  const onlyCategories = [...checked, ...(hasPerformance ? ['performance'] : [])];
  const flags: Flags = { port, onlyCategories, disableFullPageScreenshot: true, logLevel: 'error' };
  const lhr = await runLighthouse(page, flags);
  if (lhr.runtimeError) throw new Error(`${page.name}: ${lhr.runtimeError.message}`);
  const score = lhr.categories['performance']?.score ?? null;
  return {
    performance: score === null ? null : Math.round(score * 100),
    metrics: hasPerformance ? metricsOf(lhr) : {},
    findings: findingsOf(lhr),
  };
}

/** Formats each finding as one line. */
export const formatFindings = (findings: readonly Finding[]): string[] =>
  findings.map(({ audit, title, where }) => [`${audit}: ${title}`, ...where].join(' | '));
