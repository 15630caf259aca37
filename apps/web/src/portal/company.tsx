import { useEffect, type ReactNode } from 'react';
import { wearAccent } from '../design/wear-accent.ts';
import { useSession } from './use-session.ts';

/** The logo of the company, else its name. The page gets its colour. */
export function Company(): ReactNode {
  const { session } = useSession();
  const { name, accent, logoUrl } = session.resident.branding;
  useEffect(() => {
    wearAccent(accent);
    return () => wearAccent(null);
  }, [accent]);
  if (logoUrl !== null) return <img className="company" src={logoUrl} alt={name} />;
  return <p className="company soft">{name}</p>;
}
