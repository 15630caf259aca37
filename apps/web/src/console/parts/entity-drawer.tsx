import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchState } from '../list/use-search-state.ts';
import { ApiTab } from './api-tab.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { Loading } from './loading.tsx';
import { TabbedPanels } from './tabbed-panels.tsx';
import { useEscape } from './use-escape.ts';

interface EntityDrawerProps<Row> {
  /** The collection, such as `invites`; the key of its queries. */
  name: string;
  /** The path of one entity without its id. */
  path: string;
  load: (id: string) => Promise<Row>;
  title: (row: Row) => string;
  overview: (row: Row) => ReactNode;
  /** Whether the service is still processing the row; the drawer then reads it periodically. */
  isMoving?: (row: Row) => boolean;
  /** Further tabs by name. */
  tabs?: Readonly<Record<string, (row: Row) => ReactNode>>;
}

/** Interval between reads of a row that is being processed, in milliseconds. */
export const movingMs = 2000;

/** A drawer beside a list with the entity that the address opens, and a tab with its API form. */
export function EntityDrawer<Row>(props: EntityDrawerProps<Row>): ReactNode {
  const { name, path, load, title, overview, isMoving, tabs = {} } = props;
  const { search, open } = useSearchState();
  const id = search['open'];
  const { data, error } = useQuery({
    queryKey: [name, 'one', id],
    queryFn: () => load(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data: row } }) => (row !== undefined && isMoving?.(row) ? movingMs : false),
  });
  const close = (): void => open(undefined);
  useEscape(id !== undefined, close);
  const titleOf = (): string => {
    if (data) return title(data);
    return error ? 'Not available' : 'Loading…';
  };
  return (
    <Drawer opened={id !== undefined} onClose={close} closeOnEscape={false} title={titleOf()}>
      {error && <FaultAlert fault={error} />}
      {!data && !error && <Loading />}
      {data && (
        <TabbedPanels
          key={id}
          panels={{
            Overview: overview(data),
            ...Object.fromEntries(Object.entries(tabs).map(([tab, show]) => [tab, show(data)])),
            API: <ApiTab path={`${path}/${id ?? ''}`} entity={data} />,
          }}
        />
      )}
    </Drawer>
  );
}
