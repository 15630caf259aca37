import type { ReactNode } from 'react';
import { useBrand } from '../../design/use-brand.ts';
import { useSession } from '../session.tsx';
import classes from './layout.module.css';

/** The logo of the company, else the mark. The page gets the colour of the company. */
export function CompanyMark(): ReactNode {
  const { branding } = useSession();
  const logo = useBrand(branding);
  if (!logo) return <img src="/console/mark.svg" alt="" width="28" height="28" />;
  return <img {...logo} alt={branding.name} className={classes['logo']} />;
}
