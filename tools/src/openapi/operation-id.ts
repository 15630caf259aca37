const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function wordsOf(segment: string): string {
  const parameter = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (parameter !== undefined) return `By${capitalize(parameter)}`;
  return segment.split(/[-_.]/).map(capitalize).join('');
}

/**
 * Names an operation after its method and path: `postAdminVirtualNumbersByIdAssign`. Generated clients call their
 * functions so, so that a name never changes while its path stands.
 */
export function operationId(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== 'api');
  return method + segments.map(wordsOf).join('');
}
