import { Button, Group, List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { showToast } from '../parts/show-toast.ts';
import type { BulkOutcome } from './bulk-outcome.ts';

interface OutcomeDialogProps {
  outcome: BulkOutcome | null;
  close: () => void;
}

/** Shows who was skipped by a bulk call, until it is closed. */
export function OutcomeDialog({ outcome, close }: OutcomeDialogProps): ReactNode {
  return (
    <Dialog opened={outcome !== null} onClose={close} title={outcome?.title}>
      <Stack>
        <List size="sm" aria-label="Skipped">
          {outcome?.skipped.map((reason, index) => (
            <List.Item key={`${index} ${reason}`}>{reason}</List.Item>
          ))}
        </List>
        <Group justify="end">
          <Button onClick={close} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Shows an outcome: a message if nobody was skipped, else the dialog of `open`. */
export function showOutcome(outcome: BulkOutcome, open: (outcome: BulkOutcome) => void): void {
  if (outcome.skipped.length === 0) showToast(outcome.title);
  else open(outcome);
}
