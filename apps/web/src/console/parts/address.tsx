import type { ReactNode } from 'react';

/** A text that breaks before the domain of an e-mail address. */
export function Address({ text }: { text: string }): ReactNode {
  const at = text.lastIndexOf('@');
  if (at < 1) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
