import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SaveView } from './save-view.tsx';
import { isSameState, useSavedViews, type View } from './saved-views.ts';
import { useSearchState, type SearchState } from './use-search-state.ts';
import classes from './views.module.css';

/** Returns the filters of all views of a list without values: a view removes those of the others. */
const namesOf = (views: readonly View[]): SearchState =>
  Object.fromEntries(views.flatMap(({ search }) => Object.keys(search).map((name) => [name, undefined])));

interface ViewLinkProps {
  name: string;
  search: SearchState;
  isHere: boolean;
}

function ViewLink({ name, search, isHere }: ViewLinkProps): ReactNode {
  return (
    <Link
      to="."
      search={search}
      // Otherwise “All”, which keeps other filters, would be current beside an own view.
      activeOptions={{ exact: true, explicitUndefined: true }}
      aria-current={isHere ? 'true' : undefined}
    >
      {name}
    </Link>
  );
}

interface ViewsProps {
  /** The views that every person has. Other filters, such as the building, stay. */
  views: readonly View[];
  /** The title of the list, under which the person's own views are stored. */
  list: string;
}

/** The views of a list. The person can save filters, order and columns as one more. */
export function Views({ views, list }: ViewsProps): ReactNode {
  const { search, state } = useSearchState();
  const { saved, add, remove } = useSavedViews(list);
  const none = namesOf(views);
  const own = saved.find((view) => isSameState(view.search, state));
  const isHere = (view: View): boolean =>
    own === undefined && Object.keys(none).every((name) => search[name] === view.search[name]);
  const isNew = own === undefined && Object.keys(state).length > 0;
  if (views.length + saved.length === 0 && !isNew) return null;
  return (
    <nav aria-label="Views" className={classes['views']}>
      {[{ name: 'All', search: {} }, ...views].map((view) => (
        <ViewLink
          key={view.name}
          name={view.name}
          search={{ ...search, ...none, page: undefined, open: undefined, ...view.search }}
          isHere={isHere(view)}
        />
      ))}
      {saved.map((view) => (
        <ViewLink key={`own ${view.name}`} {...view} isHere={view === own} />
      ))}
      {isNew && <SaveView save={(name) => add({ name, search: state })} />}
      {own && (
        <Button size="compact-sm" variant="subtle" onClick={() => remove(own.name)}>
          Remove view
        </Button>
      )}
    </nav>
  );
}
