import type { ReactNode } from 'react';
import { read } from '../../api/problem.ts';
import { api, liveRows } from '../api.ts';
import { BuildingName } from '../buildings/building-name.tsx';
import { BuildingTime } from '../buildings/building-time.tsx';
import { ListView } from '../list/list-view.tsx';
import type { ListSource } from '../list/use-list.ts';
import { holdersOf, timesOf, type Pass } from '../passes/describe-pass.ts';
import { EndPass } from '../passes/end-pass.tsx';
import { useMay } from '../session.tsx';

const passesOf = (createdById: string): ListSource<Pass> => ({
  key: `passes of ${createdById}`,
  load: async (page) => {
    const query = { createdById, ...page };
    const { passes, total } = await read(api.GET('/api/admin/passes', { params: { query } }));
    return { rows: liveRows(passes), total };
  },
});

/** The current and future passes that a resident has made for guests. */
export function ResidentPasses({ userId }: { userId: string }): ReactNode {
  const may = useMay();
  return (
    <ListView
      label="Passes"
      source={passesOf(userId)}
      empty="No active passes of this resident."
      columns={[
        { title: 'For', show: holdersOf },
        { title: 'Building', show: ({ propertyId }) => <BuildingName id={propertyId} /> },
        {
          title: 'From',
          show: ({ startsAt, propertyId }) => <BuildingTime at={startsAt} propertyId={propertyId} />,
        },
        {
          title: 'Until',
          show: ({ endsAt, propertyId }) => <BuildingTime at={endsAt} propertyId={propertyId} />,
        },
        { title: 'When', show: timesOf },
        { title: 'Used', show: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`) },
        {
          title: 'End',
          kind: 'plain',
          show: (pass) => (may('passes:write') ? <EndPass pass={pass} /> : null),
        },
      ]}
    />
  );
}
