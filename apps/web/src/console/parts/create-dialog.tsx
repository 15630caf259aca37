import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import type { SendOptions } from '../../api/sending.ts';
import { Dialog } from './dialog.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { Unsaved } from './unsaved.tsx';
import { useApiMutation } from './use-api-mutation.ts';
import { useNewDialog } from './use-new-dialog.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/** Messages about fields, by their path in the body. */
export type FieldProblems = Readonly<Record<string, string>>;

interface CreateFormProps<Answer> {
  /** The label of the submit button. */
  verb: string;
  create: (form: FormData, sending: SendOptions) => Promise<Answer>;
  /** The message after the creation. */
  said?: string | ((answer: Answer) => string);
  fields: (problems: FieldProblems) => ReactNode;
  /** Fields that show their own errors; other errors appear above the button. */
  shown: readonly string[];
  /** Returns a missing input that the browser does not check; null if the form is complete. */
  findMissing?: (form: FormData) => string | null;
  /** Replaces the form after the creation by content that is shown once. Default: close the dialog. */
  result?: (answer: Answer) => ReactNode;
  /** Called after the creation, unless the person has left the form. */
  onDone?: (answer: Answer) => void;
}

interface CreateDialogProps<Answer> extends CreateFormProps<Answer> {
  /** The button that opens the dialog. */
  label: string;
  title: string;
  /** Whether the button is one of several beside each other. */
  isSmall?: boolean;
  size?: 'md' | 'lg';
}

function CreateForm<Answer>(props: CreateFormProps<Answer> & { close: () => void }): ReactNode {
  const { verb, create, said, fields, shown, findMissing, result, onDone, close } = props;
  const creation = useApiMutation(create, said);
  const [missing, setMissing] = useState<string | null>(null);
  const [isTyped, setIsTyped] = useState(false);
  useLeaveGuard(result !== undefined && (creation.isPending || creation.isSuccess));
  const problems = creation.error instanceof ApiProblem ? creation.error.fields : {};
  const finish = (answer: Answer): void => {
    if (!result) close();
    onDone?.(answer);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = findMissing?.(form) ?? null;
    setMissing(found);
    if (found === null) creation.mutate(form, { onSuccess: finish });
  };
  if (result && creation.isSuccess) return result(creation.data);
  return (
    <form onSubmit={submit} onInput={() => setIsTyped(true)}>
      <Unsaved isTyped={isTyped && !creation.isPending && !creation.isSuccess} />
      <Stack gap="sm">
        {fields(problems)}
        {missing !== null && (
          <Text role="alert" c="var(--bad)">
            {missing}
          </Text>
        )}
        {creation.error && <FaultAlert fault={creation.error} shown={shown} />}
        <Group justify="end">
          <Button type="submit" loading={creation.isPending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A button that opens a dialog with a form for a new entity. A refusal keeps the typed values. */
export function CreateDialog<Answer>(props: CreateDialogProps<Answer>): ReactNode {
  const { label, title, isSmall = false, size = 'md', ...form } = props;
  const { isOpen, open, close } = useNewDialog(isSmall ? null : 'true');
  return (
    <>
      <Button onClick={open} size={isSmall ? 'compact-sm' : 'sm'} variant={isSmall ? 'default' : 'filled'}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title} size={size}>
        <CreateForm {...form} close={close} />
      </Dialog>
    </>
  );
}
