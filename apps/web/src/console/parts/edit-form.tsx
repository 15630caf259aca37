import {
  Alert,
  Button,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState, type ChangeEvent, type ReactNode, type SubmitEvent } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { FaultAlert } from './fault-alert.tsx';
import { changedFields, type EditField } from './edit-field.ts';
import { Facts } from './facts.tsx';
import { problemOf } from './problem-of.ts';
import { SaveDialog } from './save-dialog.tsx';
import { Unsaved } from './unsaved.tsx';
import { useEdit, type EditOptions, type SaveQuestion } from './use-edit.ts';

interface EditFormProps<Row> extends EditOptions<Row> {
  /** The label of the submit button. */
  verb?: string;
  /** Further controls above the button. */
  children?: ReactNode;
}

/**
 * Changes an entity. The API refuses a change of an outdated version. The form then shows the other person's
 * changes, and asks which version to keep.
 */
export function EditForm<Row extends { id: string; version: number }>(props: EditFormProps<Row>): ReactNode {
  const { fields, ask, verb = 'Save', children } = props;
  const { action, seen, theirs, isTyped, type, textOf, change, send, takeTheirs } = useEdit(props);
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const problems = action.error instanceof ApiProblem ? action.error.fields : {};
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const asked = ask?.(change) ?? null;
    setQuestion(asked);
    if (asked === null) send();
  };
  return (
    <form onSubmit={submit}>
      <Unsaved isTyped={isTyped} />
      <SaveDialog question={question} close={() => setQuestion(null)} save={send} />
      <Stack gap="sm">
        {[...Map.groupBy(fields, ({ section }) => section)].map(([section, group]) => (
          <Section key={section ?? ''} title={section}>
            {group.map((field) => (
              <Field
                key={field.name}
                field={field}
                value={textOf(field)}
                error={problemOf(problems, field.name)}
                onType={(text) => type(field.name, text)}
              />
            ))}
          </Section>
        ))}
        {children}
        {theirs && <Conflict fields={fields} before={seen} after={theirs} takeTheirs={takeTheirs} />}
        {action.error && !theirs && (
          <FaultAlert fault={action.error} shown={fields.map(({ name }) => name)} />
        )}
        <Group justify="end">
          <Button type="submit" loading={action.isPending}>
            {theirs ? 'Save mine' : verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A group of fields below its title, if it has one. */
function Section({ title, children }: { title: string | undefined; children: ReactNode }): ReactNode {
  if (title === undefined) return children;
  return (
    <Fieldset legend={title} variant="unstyled">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="xs" mb="sm">
        {children}
      </SimpleGrid>
    </Fieldset>
  );
}

type FieldParts = ('label' | 'input' | 'description' | 'error')[];

interface FieldProps<Row> {
  field: EditField<Row>;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function Field<Row>({ field, value, error, onType }: FieldProps<Row>): ReactNode {
  const { name, label, description, type = 'text', choices, control, isFirst } = field;
  if (control) return control({ label, value, error, onType });
  // Descriptions come below their fields, so that adjacent fields align.
  const inputWrapperOrder: FieldParts = ['label', 'input', 'description', 'error'];
  const common = {
    name,
    label,
    description,
    error,
    value,
    inputWrapperOrder,
    'data-autofocus': isFirst,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onType(currentTarget.value),
  };
  return choices ? <NativeSelect {...common} data={[...choices]} /> : <TextInput {...common} type={type} />;
}

interface ConflictProps<Row> {
  fields: readonly EditField<Row>[];
  before: Row;
  after: Row;
  takeTheirs: () => void;
}

/** Changes that another person made while the form was open. */
function Conflict<Row>({ fields, before, after, takeTheirs }: ConflictProps<Row>): ReactNode {
  const changed = changedFields(fields, before, after);
  return (
    <Alert color="brand" variant="outline" title="Someone else changed this in the meantime" role="alert">
      {changed.length === 0 ? (
        <Text size="sm">No changes to these fields.</Text>
      ) : (
        <Facts
          rows={changed.map(({ label, read, say = String }) => [
            label,
            `${say(read(before)) || '–'} → ${say(read(after)) || '–'}`,
          ])}
        />
      )}
      <Button mt="xs" size="compact-sm" variant="default" onClick={takeTheirs}>
        Use theirs
      </Button>
    </Alert>
  );
}
