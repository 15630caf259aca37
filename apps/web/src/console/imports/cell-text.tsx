import type { ReactNode } from 'react';

/** The longest text that stays on one line, in characters. */
const unbroken = 24;

/** The value of a cell. A short one is not broken within a word. */
export function CellText({ text }: { text: string }): ReactNode {
  const minWidth = `${Math.min(text.length, unbroken)}ch`;
  return <span style={{ display: 'inline-block', minWidth }}>{text}</span>;
}
