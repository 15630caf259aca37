import { withoutDeadline } from '@pas/platform/deadline/deadline';
import type { OperationContext } from '@pas/shared/context/operation-context';

/** Reads a page of the feed once for all concurrent requests for it. */
export type SharePages<Page> = (
  ctx: OperationContext,
  asked: readonly (string | number)[],
  read: () => Promise<Page>,
) => Promise<Page>;

/** Returns the key of a caller's view: only callers with equal views share a page. */
const viewOf = ({ tenantId, principal }: OperationContext): string =>
  JSON.stringify([tenantId, principal.kind, principal.propertyIds, [...principal.scopes].toSorted()]);

/** Shares pages, because many clients that wait for one event then request the same page at once. */
export function sharePages<Page>(): SharePages<Page> {
  const underWay = new Map<string, Promise<Page>>();
  return async (ctx, asked, read) => {
    const key = `${viewOf(ctx)} ${asked.join(' ')}`;
    const known = underWay.get(key);
    if (known) return known;
    // The first request's deadline does not apply to the others.
    const page = withoutDeadline(read).finally(() => underWay.delete(key));
    underWay.set(key, page);
    return page;
  };
}
