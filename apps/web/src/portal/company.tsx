import { useEffect, useState, type ReactNode } from 'react';
import { wearAccent } from '../design/wear-accent.ts';
import { useSession } from './use-session.ts';

/** The logo of the company, else its name; also for a logo removed meanwhile. The page gets its colour. */
export function Company(): ReactNode {
  const { session } = useSession();
  const { name, accent, logoUrl } = session.resident.branding;
  const [missingUrl, setMissingUrl] = useState<string | null>(null);
  useEffect(() => {
    wearAccent(accent);
    return () => wearAccent(null);
  }, [accent]);
  if (logoUrl === null || logoUrl === missingUrl) return <p className="company soft">{name}</p>;
  return <img className="company" src={logoUrl} alt={name} onError={() => setMissingUrl(logoUrl)} />;
}
