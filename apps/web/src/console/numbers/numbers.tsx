import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { sayPhone } from '../../phones/say-phone.ts';
import { api } from '../api.ts';
import { PlaceName } from '../buildings/place-name.tsx';
import { BuildingFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { viewsOf } from '../list/saved-views.ts';
import type { ListSource } from '../list/use-list.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/times.tsx';
import { useMay } from '../session.tsx';
import { NewNumber } from './new-number.tsx';
import { statusWords, type VirtualNumber } from './describe-number.ts';
import { NumberDrawer } from './number-drawer.tsx';

const source: ListSource<VirtualNumber> = {
  key: 'virtual-numbers',
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { virtualNumbers, total } = await read(
      api.GET('/api/admin/virtual-numbers', { params: { query } }),
    );
    return { rows: virtualNumbers, total };
  },
};

const filters = <BuildingFilter />;

const views = viewsOf('status', statusWords);

/** The phone numbers that visitors call. */
export function Numbers(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Numbers"
      lead="Phone numbers that visitors call, with their assignments."
      searchFor="Search by digits"
      filters={filters}
      views={views}
      actions={may('virtual-numbers:write') && <NewNumber />}
      source={source}
      empty="No numbers yet."
      begin={may('virtual-numbers:write') && 'Add the numbers that your provider has given you.'}
      columns={[
        { title: 'Number', show: ({ number }) => sayPhone(number), sort: { by: 'number' } },
        { title: 'Rings at', show: (number) => number.propertyId && <PlaceName {...number} /> },
        {
          title: 'Status',
          kind: 'state',
          show: ({ status }) => <Status status={status} label={statusWords[status]} />,
        },
        {
          title: 'Available',
          show: ({ quarantineUntil }) => quarantineUntil && <Time at={quarantineUntil} />,
        },
      ]}
    >
      <NumberDrawer />
    </ListPage>
  );
}
