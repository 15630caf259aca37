import { useEffect, useState, type ReactNode } from 'react';
import { wearAccent } from '../../design/wear-accent.ts';
import { useSession } from '../session.tsx';
import classes from './layout.module.css';

/** The logo of the company, else the mark; also for a logo removed meanwhile. The page gets the colour of the company. */
export function CompanyMark(): ReactNode {
  const { name, accent, logoUrl } = useSession().branding;
  const [missingUrl, setMissingUrl] = useState<string | null>(null);
  useEffect(() => {
    wearAccent(accent);
    return () => wearAccent(null);
  }, [accent]);
  if (logoUrl === null || logoUrl === missingUrl)
    return <img src="/console/mark.svg" alt="" width="28" height="28" />;
  const miss = () => setMissingUrl(logoUrl);
  return <img src={logoUrl} alt={name} className={classes['logo']} onError={miss} />;
}
