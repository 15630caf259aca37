import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useI18n } from '../messages/use-i18n.tsx';
import { usePlace } from '../doors/use-places.ts';
import { PassPeriod } from './pass-period.tsx';
import type { Pass } from './pass.ts';

interface CopyState {
  copied: 'pin' | 'link' | null;
  failed: string | null;
}

interface ReadyPassProps {
  pass: Pass;
  onDone: () => void;
}

/** Copies texts. `failed` is a text that the browser did not copy. */
function useCopy() {
  const [{ copied, failed }, setState] = useState<CopyState>({ copied: null, failed: null });
  const copy = async (what: 'pin' | 'link', text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState({ copied: what, failed: null });
    } catch {
      setState({ copied: null, failed: text });
    }
  };
  return { copied, failed, copy };
}

/** A new pass: its PIN, shown once, and its link for the guest. */
export function ReadyPass({ pass, onDone }: ReadyPassProps): ReactNode {
  const { t } = useI18n();
  const { copied, failed, copy } = useCopy();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The guest learns about the building of the pass, and about no other home.
  const title = t('shareText', { home: usePlace(pass.propertyId)?.name ?? t('appName') });
  // Closing the system's share sheet is no error.
  const share = (): Promise<void> => navigator.share({ title, url: pass.url }).catch(() => undefined);
  return (
    <section className="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('passReady')}
      </h2>
      <PassPeriod pass={pass} />
      {pass.pin !== null && (
        <>
          <p className="pin">
            <span className="small soft">{t('pin')}</span> {pass.pin}
          </p>
          <button type="button" onClick={() => void copy('pin', pass.pin ?? '')}>
            {t(copied === 'pin' ? 'copied' : 'copyPin')}
          </button>
          <p className="small soft">{t('pinOnce')}</p>
        </>
      )}
      {'share' in navigator && (
        <button type="button" className="primary" onClick={() => void share()}>
          {t('share')}
        </button>
      )}
      <button type="button" onClick={() => void copy('link', pass.url)}>
        {t(copied === 'link' ? 'copied' : 'copyLink')}
      </button>
      {failed !== null && (
        <p className="notice bad long" role="alert">
          {t('copyFailed', { text: failed })}
        </p>
      )}
      <button type="button" className="plain" onClick={onDone}>
        {t('done')}
      </button>
    </section>
  );
}
