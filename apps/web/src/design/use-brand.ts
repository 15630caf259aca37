import { useEffect, useState } from 'react';
import { wearAccent } from './wear-accent.ts';

interface Brand {
  accent: string | null;
  logoUrl: string | null;
}

/** The attributes of an `img` with a logo. */
interface LogoImage {
  src: string;
  onError: () => void;
}

/** Gives the page the colour of a company. Returns its logo; null without one, and for one that was removed meanwhile. */
export function useBrand({ accent, logoUrl }: Brand): LogoImage | null {
  const [missingUrl, setMissingUrl] = useState<string | null>(null);
  useEffect(() => {
    wearAccent(accent);
    return () => wearAccent(null);
  }, [accent]);
  if (logoUrl === null || logoUrl === missingUrl) return null;
  return { src: logoUrl, onError: () => setMissingUrl(logoUrl) };
}
