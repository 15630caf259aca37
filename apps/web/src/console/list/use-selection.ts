import { useState } from 'react';
import { useSearchState } from './use-search-state.ts';

const none: ReadonlySet<string> = new Set();

/** Holds the ids of selected rows. Other filters clear them, because they hide rows that an action would include. */
export function useSelection() {
  const { filters } = useSearchState();
  const scope = JSON.stringify(filters);
  const [selection, setSelection] = useState({ scope, chosen: none });
  if (selection.scope !== scope) setSelection({ scope, chosen: none });
  return {
    chosen: selection.scope === scope ? selection.chosen : none,
    choose: (chosen: ReadonlySet<string>) => setSelection({ scope, chosen }),
    clear: () => setSelection({ scope, chosen: none }),
  };
}
