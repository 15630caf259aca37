import type { ReactNode } from 'react';

/** An e-mail address, which breaks before its domain where a line has no room for it; any other text as it is. */
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
