import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import type { Sending } from '../../api/sending.ts';
import { Dialog } from './dialog.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { Unsaved } from './unsaved.tsx';
import { useAct } from './use-act.ts';
import { useNewDialog } from './use-new-dialog.ts';
import { useStay } from './use-stay.ts';

/** What is wrong with a field, by its path in the body. */
export type FieldProblems = Readonly<Record<string, string>>;

interface CreateFormProps<Answer> {
  /** The name of the act, on the button of the form. */
  verb: string;
  create: (form: FormData, sending: Sending) => Promise<Answer>;
  /** What is said once it is made. */
  said?: string | ((answer: Answer) => string);
  fields: (problems: FieldProblems) => ReactNode;
  /** The fields that show beside themselves what is wrong with them; the rest is said above the button. */
  shown: readonly string[];
  /** What the form lacks that the browser does not see; null where it can be sent. */
  lackOf?: (form: FormData) => string | null;
  /** What stands in the place of the form once it is made, and can be shown this once; else the dialog closes. */
  result?: (answer: Answer) => ReactNode;
  /** Goes on from there, unless the person has left the form meanwhile. */
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
  const { verb, create, said, fields, shown, lackOf, result, onDone, close } = props;
  const creation = useAct(create, said);
  const [lack, setLack] = useState<string | null>(null);
  const [isTyped, setIsTyped] = useState(false);
  useStay(result !== undefined && (creation.isPending || creation.isSuccess));
  const problems = creation.error instanceof ApiProblem ? creation.error.fields : {};
  const finish = (answer: Answer): void => {
    if (!result) close();
    onDone?.(answer);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const missing = lackOf?.(form) ?? null;
    setLack(missing);
    if (missing === null) creation.mutate(form, { onSuccess: finish });
  };
  if (result && creation.isSuccess) return result(creation.data);
  return (
    <form onSubmit={submit} onInput={() => setIsTyped(true)}>
      <Unsaved isTyped={isTyped && !creation.isPending && !creation.isSuccess} />
      <Stack gap="sm">
        {fields(problems)}
        {lack !== null && (
          <Text role="alert" c="var(--bad)">
            {lack}
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

/** A button that opens a form in a dialog, which makes something. What was typed stays after a refusal. */
export function CreateDialog<Answer>(props: CreateDialogProps<Answer>): ReactNode {
  const { label, title, isSmall = false, size = 'md', ...form } = props;
  const { isOpen, open, close } = useNewDialog(!isSmall);
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
