/** Applies the colour of a company to the page; null for the usual one. The design tokens derive their shades from it. */
export function wearAccent(accent: string | null): void {
  const { documentElement: root } = document;
  root.toggleAttribute('data-company', accent !== null);
  root.style.setProperty('--company', accent);
}
