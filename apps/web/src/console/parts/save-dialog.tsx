import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { useTypedEnvironment } from './typed-environment.tsx';
import type { SaveQuestion } from './use-edit.ts';

interface SaveDialogProps {
  /** Null closes the dialog. */
  question: SaveQuestion | null;
  close: () => void;
  save: () => void;
}

function Question({ question, close, save }: SaveDialogProps & { question: SaveQuestion }): ReactNode {
  const { isSure, field } = useTypedEnvironment();
  const confirm = (): void => {
    close();
    save();
  };
  return (
    <Stack>
      {question.effects}
      {field}
      <Group justify="end">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" disabled={!isSure} onClick={confirm}>
          {question.verb}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks before a save that is hard to undo. The form keeps its values. */
export function SaveDialog(props: SaveDialogProps): ReactNode {
  const { question, close } = props;
  return (
    <Dialog opened={question !== null} onClose={close} title={question?.title}>
      {question && <Question {...props} question={question} />}
    </Dialog>
  );
}
