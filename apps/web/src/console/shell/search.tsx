import { Button, Kbd, Modal } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Loading } from '../parts/loading.tsx';
import { useEscape } from '../parts/use-escape.ts';
import classes from './layout.module.css';

const load = async () => import('./search-dialog.tsx');

/** The dialog is no part of the first load. It is fetched once the page is shown. */
const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }));

/** The search for entities, pages and actions; opens with ⌘K or Ctrl K. */
export function Search(): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  useHotkeys([['mod+K', open]], []);
  useEscape(isOpen, close);
  useEffect(() => void load().catch(() => undefined), []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        aria-keyshortcuts="Meta+K Control+K"
        rightSection={<Kbd size="xs">⌘K</Kbd>}
        classNames={{ root: classes['fixed'] ?? '', section: classes['shortcut'] ?? '' }}
      >
        Search
      </Button>
      <Modal opened={isOpen} onClose={close} closeOnEscape={false} title="Search">
        <Suspense fallback={<Loading count={1} />}>
          <SearchDialog close={close} />
        </Suspense>
      </Modal>
    </>
  );
}
