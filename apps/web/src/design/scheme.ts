/** The colour scheme that a person chose; `auto` follows the system. */
export type Scheme = 'light' | 'dark' | 'auto';

/** Key of the choice in `localStorage`. Console and portal share it; a script in each page reads it first. */
const schemeKey = 'pas.scheme';

/** Shows the page in a scheme. */
function showScheme(scheme: Scheme): void {
  const { dataset } = document.documentElement;
  if (scheme === 'auto') delete dataset['scheme'];
  else dataset['scheme'] = scheme;
}

const toScheme = (text: string | null): Scheme => (text === 'light' || text === 'dark' ? text : 'auto');

/** Reads the choice of this browser. */
export const readScheme = (): Scheme => toScheme(localStorage.getItem(schemeKey));

/** Stores a choice, and shows the page in it. */
export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(schemeKey, scheme);
  showScheme(scheme);
}

/** Follows the choice that another page of this browser makes. Returns a function that stops. */
export function followScheme(onChange: (scheme: Scheme) => void): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key !== schemeKey) return;
    const scheme = toScheme(newValue);
    showScheme(scheme);
    onChange(scheme);
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
