import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSearchState, type SearchState } from './use-search-state.ts';
import classes from './views.module.css';

/** A named set of filters, applied with one press. */
export interface View {
  name: string;
  search: SearchState;
}

/** Returns the filters of all views of a list without values: a view removes those of the others. */
const namesOf = (views: readonly View[]): SearchState =>
  Object.fromEntries(views.flatMap(({ search }) => Object.keys(search).map((name) => [name, undefined])));

/** The views of a list. Other filters, such as the building, stay. */
export function Views({ views }: { views: readonly View[] }): ReactNode {
  const { search } = useSearchState();
  const none = namesOf(views);
  const isHere = (view: View): boolean =>
    Object.keys(none).every((name) => search[name] === view.search[name]);
  return (
    <nav aria-label="Views" className={classes['views']}>
      {[{ name: 'All', search: {} }, ...views].map((view) => (
        <Link
          key={view.name}
          to="."
          search={{ ...search, ...none, page: undefined, open: undefined, ...view.search }}
          // Otherwise the link “All” would be current in each view.
          activeOptions={{ exact: true }}
          aria-current={isHere(view) ? 'true' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  );
}
