import { isSteady, type Comparison } from './judge.ts';

/** A column: its title, the cell of a row, and the decimal places of a number (default 2). */
export type Column<Row> = readonly [
  title: string,
  cellOf: (row: Row) => string | number | undefined,
  places?: number,
];

/** Formats a table for a terminal, as Markdown. A missing figure is a dash. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    columns.map(([, cellOf, places = 2]) => {
      const cell = cellOf(row) ?? '–';
      return typeof cell === 'number' ? cell.toFixed(places) : cell;
    }),
  );
  const titles = columns.map(([title]) => title);
  const widths = titles.map((title, at) =>
    Math.max(3, title.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const format = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [format(titles), rule, ...lines.map(format)].join('\n');
}

/** Columns of figures by name, such as the processor time of each process. A missing figure is zero. */
export const namedColumns = <Row>(
  names: readonly string[],
  figuresOf: (row: Row) => Readonly<Record<string, number>>,
  places = 2,
): Column<Row>[] => names.map((name) => [name, (row) => figuresOf(row)[name] ?? 0, places]);

/** Formats figures by name in one cell, the largest first: `mongod 5.18, peer 3.99`. */
export const formatNamed = (figures: Readonly<Record<string, number>>, least = 0.05, places = 2): string =>
  Object.entries(figures)
    .filter(([, figure]) => figure >= least)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, figure]) => `${name} ${figure.toFixed(places)}`)
    .join(', ');

/** Ratio of two measurements of one subject, or such ratios by name. */
export type SelfRatio = number | Readonly<Record<string, number>>;

/** Formats the A/A ratios of a run, and whether the machine was steady enough for a verdict. */
function formatSelfRatio(selfRatio: SelfRatio): string {
  const ratios = typeof selfRatio === 'number' ? { '': selfRatio } : selfRatio;
  const parts = Object.entries(ratios).map(([name, ratio]) =>
    `${name} ${ratio.toFixed(2)}${isSteady(ratio) ? '' : ' (outside of 0.9 to 1.1)'}`.trim(),
  );
  return `A/A ${parts.join(', ')}`;
}

const comparisonColumns: readonly Column<Comparison>[] = [
  ['compared', ({ ratio }) => ratio],
  ['goal', ({ goal }) => goal],
  ['found', ({ found }) => found ?? undefined],
  ['verdict', ({ verdict }) => verdict],
];

/** The judged part of the figures of a run. */
export interface JudgedFigures {
  selfRatio?: SelfRatio;
  comparisons?: readonly Comparison[];
}

/** Formats the figures of a run: its blocks of text, the A/A ratios, and the figures with their goals. */
export function formatReport(
  blocks: readonly string[],
  { selfRatio, comparisons }: JudgedFigures = {},
): string {
  return [
    ...blocks,
    ...(selfRatio === undefined ? [] : [formatSelfRatio(selfRatio)]),
    ...(comparisons ? [formatTable(comparisonColumns, comparisons)] : []),
  ].join('\n\n');
}
