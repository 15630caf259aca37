import { Drawer, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchState } from '../list/use-search-state.ts';
import { ApiTab } from './api-tab.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { Loading } from './loading.tsx';

interface EntityDrawerProps<Row> {
  /** The collection, such as `invites`; the key of its queries. */
  name: string;
  /** The path of one entity without its id. */
  path: string;
  load: (id: string) => Promise<Row>;
  title: (row: Row) => string;
  overview: (row: Row) => ReactNode;
  /** More tabs by their names. */
  tabs?: Readonly<Record<string, (row: Row) => ReactNode>>;
}

/** The value of a tab, which is part of an id and so has no space. */
const valueOf = (tab: string): string => tab.replaceAll(' ', '-');

/** The entity that the address opens, beside its list, with a tab that shows it to programs. */
export function EntityDrawer<Row>(props: EntityDrawerProps<Row>): ReactNode {
  const { name, path, load, title, overview, tabs = {} } = props;
  const { search, open } = useSearchState();
  const id = search['open'];
  const { data, error } = useQuery({
    queryKey: [name, 'one', id],
    queryFn: () => load(id ?? ''),
    enabled: id !== undefined,
  });
  const titleOf = (): string => {
    if (data) return title(data);
    return error ? 'This could not be shown' : 'Loading…';
  };
  return (
    <Drawer opened={id !== undefined} onClose={() => open(undefined)} title={titleOf()}>
      {error && <FaultAlert fault={error} />}
      {!data && !error && <Loading />}
      {data && (
        <Tabs defaultValue="Overview" keepMounted={false} key={id}>
          <Tabs.List>
            {['Overview', ...Object.keys(tabs), 'API'].map((tab) => (
              <Tabs.Tab key={tab} value={valueOf(tab)}>
                {tab}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="Overview">{overview(data)}</Tabs.Panel>
          {Object.entries(tabs).map(([tab, show]) => (
            <Tabs.Panel key={tab} value={valueOf(tab)}>
              {show(data)}
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="API">
            <ApiTab path={`${path}/${id ?? ''}`} entity={data} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  );
}
