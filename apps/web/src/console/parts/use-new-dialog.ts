import { useDisclosure } from '@mantine/hooks';
import { useSearchState } from '../list/use-search-state.ts';

/**
 * Opens and closes a dialog for a new entity.
 *
 * @param name value of `new` in the address that also opens it, for links of other pages; null without one
 */
export function useNewDialog(name: string | null) {
  const { search, change } = useSearchState();
  const [isPressed, pressed] = useDisclosure();
  const isAsked = name !== null && search['new'] === name;
  const close = (): void => {
    pressed.close();
    if (isAsked) change({ new: undefined });
  };
  return { isOpen: isPressed || isAsked, open: pressed.open, close };
}
