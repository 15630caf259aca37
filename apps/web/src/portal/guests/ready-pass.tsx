import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWords } from '../words/use-words.tsx';
import type { Pass } from './pass.ts';

interface ReadyPassProps {
  pass: Pass;
  home: string;
  onDone: () => void;
}

/** A fresh pass: its PIN, which is shown once, and its link to hand on. */
export function ReadyPass({ pass, home, onDone }: ReadyPassProps): ReactNode {
  const { say, time } = useWords();
  const [isCopied, setCopied] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(pass.url);
    setCopied(true);
  };
  // The person may close the sheet; then nothing is to be said.
  const share = (): Promise<void> =>
    navigator.share({ title: say('shareText', { home }), url: pass.url }).catch(() => undefined);
  return (
    <section className="card stack">
      <h2 ref={title} tabIndex={-1}>
        {say('passReady')}
      </h2>
      <p className="soft">{say('until', { time: time(pass.endsAt) })}</p>
      {pass.pin !== null && (
        <>
          <p className="pin">
            <span className="small soft">{say('pin')}</span> {pass.pin}
          </p>
          <p className="small soft">{say('pinOnce')}</p>
        </>
      )}
      {'share' in navigator && (
        <button type="button" className="primary" onClick={() => void share()}>
          {say('share')}
        </button>
      )}
      <button type="button" onClick={() => void copy()}>
        {say(isCopied ? 'copied' : 'copyLink')}
      </button>
      <button type="button" className="plain" onClick={onDone}>
        {say('done')}
      </button>
    </section>
  );
}
