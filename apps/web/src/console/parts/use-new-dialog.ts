import { useDisclosure } from '@mantine/hooks';
import { useSearchState } from '../list/use-search-state.ts';

/**
 * Opens and closes a dialog for a new entity. The first such dialog of a page also opens by the address
 * (`new=true`), for links of the search.
 */
export function useNewDialog(isFirst = true) {
  const { search, change } = useSearchState();
  const [isPressed, pressed] = useDisclosure();
  const isAsked = isFirst && search['new'] === 'true';
  const close = (): void => {
    pressed.close();
    if (isAsked) change({ new: undefined });
  };
  return { isOpen: isPressed || isAsked, open: pressed.open, close };
}
