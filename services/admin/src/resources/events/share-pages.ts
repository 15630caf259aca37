import { withoutDeadline } from '@pas/platform/deadline/deadline';
import type { OperationContext } from '@pas/shared/context/operation-context';

/** Reads pages of the feed once for all who ask for the same one at the same time. */
export type SharePages<Page> = (
  ctx: OperationContext,
  asked: readonly (string | number)[],
  read: () => Promise<Page>,
) => Promise<Page>;

/** What decides what a caller sees: pages are shared only between callers who see the same. */
const viewOf = ({ tenantId, principal }: OperationContext): string =>
  JSON.stringify([tenantId, principal.kind, principal.propertyIds, [...principal.scopes].toSorted()]);

/** A hundred clients that wait for the same event then ask for the same page in one moment. */
export function sharePages<Page>(): SharePages<Page> {
  const underWay = new Map<string, Promise<Page>>();
  return async (ctx, asked, read) => {
    const key = `${viewOf(ctx)} ${asked.join(' ')}`;
    const known = underWay.get(key);
    if (known) return known;
    // The time of the first who asks is not that of the others.
    const page = withoutDeadline(read).finally(() => underWay.delete(key));
    underWay.set(key, page);
    return page;
  };
}
