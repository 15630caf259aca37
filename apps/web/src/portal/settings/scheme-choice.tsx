import { useState, type ReactNode } from 'react';
import { chooseScheme, readScheme, type Scheme } from '../../design/scheme.ts';
import { useI18n } from '../messages/use-i18n.tsx';

const schemes = { auto: 'schemeAuto', light: 'schemeLight', dark: 'schemeDark' } as const;

/** A field that sets the colour scheme of this browser. */
export function SchemeChoice(): ReactNode {
  const { t } = useI18n();
  const [scheme, setScheme] = useState(readScheme);
  const choose = (next: Scheme): void => {
    chooseScheme(next);
    setScheme(next);
  };
  return (
    <label className="inline">
      {t('scheme')}
      <select value={scheme} onChange={(event) => choose(event.target.value as Scheme)}>
        {Object.entries(schemes).map(([value, name]) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
