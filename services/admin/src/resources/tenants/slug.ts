/** Makes a slug from a name: ASCII lower case, digits and single hyphens, 1 to 63 characters. */
export function slugOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return ascii.slice(0, 63).replaceAll(/^-+|-+$/g, '') || 'tenant';
}
