import { useDisclosure } from '@mantine/hooks';
import { useSearchState } from '../list/use-search-state.ts';

/**
 * Opens and closes the dialog in which something is made. The first one of a page also opens where the address asks for it
 * (`new=true`), so that the search leads straight to it.
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
