/** A metric as an expression of PromQL uses it. */
export interface UsedMetric {
  /** Without `_bucket`, `_count` and `_sum` of a histogram. */
  name: string;
  /** The part of a histogram; null for the metric itself. */
  part: 'bucket' | 'count' | 'sum' | null;
  /** Labels of its matchers, with their values. */
  matchers: readonly (readonly [label: string, value: string])[];
}

const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'Inf', 'NaN']);

/** Clauses whose words are labels: `by (a, b)`, `on (c)`. */
const labelClause = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const durations = /\[[^\]]*\]/g;
/** An identifier with its matchers. An identifier before a bracket is a function. */
const selector = /([A-Za-z_:][\w:]*)\s*(\{[^}]*\}|\(?)/g;
const matcher = /(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g;
const histogramPart = /_(bucket|count|sum)$/;

/** Removes texts outside matchers, such as the arguments of `label_replace`. */
const withoutTexts = (expression: string): string =>
  expression.replaceAll(/(\{[^}]*\})|"[^"]*"/g, (_text, matchers?: string) => matchers ?? '');

/**
 * Reads the metrics of an expression.
 *
 * @param isHistogram whether a name without its part is a histogram
 */
export function readExpression(expression: string, isHistogram: (name: string) => boolean): UsedMetric[] {
  const text = withoutTexts(expression).replaceAll(durations, '').replaceAll(labelClause, ' ');
  const used: UsedMetric[] = [];
  for (const [, name = '', rest = ''] of text.matchAll(selector)) {
    if (rest === '(' || keywords.has(name)) continue;
    const base = name.replace(histogramPart, '');
    const part = isHistogram(base) ? ((histogramPart.exec(name)?.[1] ?? null) as UsedMetric['part']) : null;
    const matchers = [...rest.matchAll(matcher)].map(([, label = '', value = '']) => [label, value] as const);
    used.push({ name: part === null ? name : base, part, matchers });
  }
  return used;
}
