import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import classes from './filter-bar.module.css';
import { SearchFilter } from './filters.tsx';
import { SortChoice, type SortableColumn } from './sort-choice.tsx';
import { useSearchState } from './use-search-state.ts';

interface FiltersProps {
  searchFor: string | undefined;
  /** The columns that the list can be sorted by, and the default order. */
  sortable: readonly SortableColumn[];
  sort: string;
  children: ReactNode;
}

/** The filters of a list. A phone shows only the search and a button that opens the others. */
export function Filters({ searchFor, sortable, sort, children }: FiltersProps): ReactNode {
  const { filters } = useSearchState();
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  const isBare = children === undefined;
  if (searchFor === undefined && isBare) return null;
  const { q: _q, ...others } = filters;
  const count = Object.keys(others).length;
  return (
    <div className={classes['bar']}>
      {searchFor !== undefined && <SearchFilter label={searchFor} />}
      {!(isBare && sortable.length === 0) && (
        <>
          <Button
            variant="default"
            className={classes['more']}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            {count === 0 ? 'Filters' : `Filters (${count})`}
          </Button>
          <div
            id={id}
            className={classes['fields']}
            data-open={isOpen || undefined}
            data-bare={isBare || undefined}
          >
            {children}
            {sortable.length > 0 && <SortChoice columns={sortable} own={sort} />}
          </div>
        </>
      )}
    </div>
  );
}
