import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { BuildingTime } from '../buildings/building-time.tsx';
import { csvFrom } from '../list/csv-from.ts';
import { BuildingFilter } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListSource } from '../list/use-list.ts';
import { useMay } from '../session.tsx';
import { endInWords, holdersOf, kindWords, timesOf, type Pass } from './describe-pass.ts';
import { EndPass } from './end-pass.tsx';
import { NewPass } from './new-pass.tsx';
import { PassDrawer } from './pass-drawer.tsx';

const source: ListSource<Pass> = {
  key: 'passes',
  csv: csvFrom('/api/admin/passes'),
  load: async (page, search) => {
    const query = { ...page, ...search };
    const { passes, total } = await read(api.GET('/api/admin/passes', { params: { query } }));
    return { rows: liveRows(passes), total };
  },
};

const filters = <BuildingFilter />;

const views = [
  { name: 'Guests', search: { kind: 'GUEST' } },
  { name: 'Carriers', search: { kind: 'CARRIER' } },
  { name: 'Vendors', search: { kind: 'VENDOR' } },
  { name: 'Tours', search: { kind: 'TOUR' } },
  { name: 'Ended', search: { status: 'ended' } },
];

/** The end of an ended pass, else a button that ends it. */
function PassEnd({ pass }: { pass: Pass }): ReactNode {
  const may = useMay();
  if (pass.ended !== null) return endInWords(pass.ended);
  return may('passes:write') ? <EndPass pass={pass} /> : null;
}

/** The passes of guests, carriers, vendors and tours. */
export function Passes(): ReactNode {
  const may = useMay();
  return (
    <ListPage
      title="Passes"
      lead="Access for guests, carriers, vendors and tours."
      searchFor="Search name, e-mail, phone"
      filters={filters}
      views={views}
      actions={may('passes:write') && <NewPass />}
      source={source}
      empty="No active passes."
      begin={may('passes:write') && 'Create one for a carrier or a vendor with the button above.'}
      columns={[
        {
          title: 'For',
          show: (pass) => (
            <Stack gap={0}>
              <Text span fw={600}>
                {holdersOf(pass)}
              </Text>
              <Text span size="sm" c="var(--soft)">
                {kindWords[pass.kind]}
              </Text>
            </Stack>
          ),
        },
        { title: 'Building', show: ({ propertyId }) => <BuildingName id={propertyId} /> },
        {
          title: 'From',
          show: ({ startsAt, propertyId }) => <BuildingTime at={startsAt} propertyId={propertyId} />,
        },
        {
          title: 'Until',
          sort: { by: 'endsAt' },
          show: ({ endsAt, propertyId }) => <BuildingTime at={endsAt} propertyId={propertyId} />,
        },
        { title: 'When', show: timesOf },
        { title: 'Used', show: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`) },
        {
          title: 'End',
          kind: 'plain',
          show: (pass) => <PassEnd pass={pass} />,
        },
      ]}
    >
      <PassDrawer />
    </ListPage>
  );
}
