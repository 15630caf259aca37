import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { FaultAlert } from './fault-alert.tsx';
import { useAct } from './use-act.ts';
import { useNewDialog } from './use-new-dialog.ts';

/** What is wrong with a field, by its path in the body. */
type FieldProblems = Readonly<Record<string, string>>;

interface CreateFormProps<Answer> {
  /** The name of the act, on the button of the form. */
  verb: string;
  create: (form: FormData) => Promise<Answer>;
  /** What is said once it is made. */
  said?: string | ((answer: Answer) => string);
  fields: (problems: FieldProblems) => ReactNode;
  /** The fields that show beside themselves what is wrong with them; the rest is said above the button. */
  shown: readonly string[];
  /** What stands in the place of the form once it is made; else the dialog closes. */
  result?: (answer: Answer) => ReactNode;
}

interface CreateDialogProps<Answer> extends CreateFormProps<Answer> {
  /** The button that opens the dialog. */
  label: string;
  title: string;
  /** Whether the button is one of several beside each other. */
  isSmall?: boolean;
}

function CreateForm<Answer>(props: CreateFormProps<Answer> & { close: () => void }): ReactNode {
  const { verb, create, said, fields, shown, result, close } = props;
  const creation = useAct(create, said);
  const problems = creation.error instanceof ApiProblem ? creation.error.fields : {};
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    creation.mutate(new FormData(event.currentTarget), { onSuccess: () => result ?? close() });
  };
  if (result && creation.isSuccess) return result(creation.data);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {fields(problems)}
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
  const { label, title, isSmall = false, ...form } = props;
  const { isOpen, open, close } = useNewDialog(!isSmall);
  return (
    <>
      <Button onClick={open} size={isSmall ? 'compact-sm' : 'sm'} variant={isSmall ? 'default' : 'filled'}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeOnClickOutside={false}>
        <CreateForm {...form} close={close} />
      </Modal>
    </>
  );
}
