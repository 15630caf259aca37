import type { ReactNode } from 'react';
import { useBrand } from '../design/use-brand.ts';
import { useSession } from './use-session.ts';

/** The logo of the company, else its name. The page takes the colour of the company. */
export function Company(): ReactNode {
  const { session } = useSession();
  const { branding } = session.resident;
  const logo = useBrand(branding);
  if (!logo) return <p className="company soft">{branding.name}</p>;
  return <img className="company" {...logo} alt={branding.name} />;
}
