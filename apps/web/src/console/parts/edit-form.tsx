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
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { FaultAlert } from './fault-alert.tsx';
import { Facts } from './facts.tsx';
import { textOf } from './form-text.ts';
import { problemOf } from './problem-of.ts';
import { useAct } from './use-act.ts';

/** A field that can be changed: its text, and what a text means in the body of a change. */
export interface EditField<Row> {
  name: string;
  label: string;
  read: (row: Row) => string;
  /** A part of the body that says the text. */
  write: (text: string) => Readonly<Record<string, unknown>>;
  type?: 'text' | 'number';
  description?: string;
  choices?: readonly { value: string; label: string }[];
  /** The title of the group of fields in which it stands. */
  section?: string;
}

/** A field that is a text, or nothing where it is left empty. */
export const textField = <Row,>(
  name: string,
  label: string,
  valueOf: (row: Row) => string | null,
): EditField<Row> => ({
  name,
  label,
  read: (row) => valueOf(row) ?? '',
  write: (text) => ({ [name]: text === '' ? null : text }),
});

/** A change of an entity, as it is sent. */
export interface Change<Row> {
  row: Row;
  body: Readonly<Record<string, unknown>>;
  /** The `If-Match` of the version that the person has seen. */
  ifMatch: string;
}

interface EditFormProps<Row> {
  row: Row;
  fields: readonly EditField<Row>[];
  /** Reads the row as it is now. */
  load: (id: string) => Promise<Row>;
  save: (change: Change<Row>) => Promise<unknown>;
  said: string;
}

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Puts two parts of a body together; fields of one group stand in that group. */
const merge = (body: Record<string, unknown>, part: Readonly<Record<string, unknown>>) => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      const known = body[name];
      return [name, isGroup(known) && isGroup(value) ? { ...known, ...value } : value];
    }),
  ),
});

/** Sends what was changed; where somebody else was faster, reads their version. */
function useSave<Row extends { id: string; version: number }>({
  row: first,
  load,
  save,
  said,
}: EditFormProps<Row>) {
  const [seen, setSeen] = useState(first);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const action = useAct(save, said);
  const send = (row: Row, body: Readonly<Record<string, unknown>>): void => {
    setTheirs(null);
    action.mutate(
      { row, body, ifMatch: `"${row.version}"` },
      {
        onSuccess: () => void load(row.id).then(setSeen),
        onError: (fault) => {
          if (fault instanceof ApiProblem && fault.status === 412) void load(row.id).then(setTheirs);
        },
      },
    );
  };
  const takeTheirs = (): void => {
    if (theirs) setSeen(theirs);
    setTheirs(null);
    action.reset();
  };
  return { action, seen, theirs, send, takeTheirs };
}

/**
 * Changes an entity. A change is refused where somebody else has made one meanwhile: then the form shows what the other
 * person changed, and asks which of the two holds.
 */
export function EditForm<Row extends { id: string; version: number }>(props: EditFormProps<Row>): ReactNode {
  const { fields } = props;
  const { action, seen, theirs, send, takeTheirs } = useSave(props);
  const problems = action.error instanceof ApiProblem ? action.error.fields : {};
  const bodyOf = (form: FormData): Record<string, unknown> =>
    fields
      .filter(({ name, read }) => textOf(form, name) !== read(seen))
      .map(({ name, write }) => write(textOf(form, name)))
      .reduce<Record<string, unknown>>(merge, {});
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(theirs ?? seen, bodyOf(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit} key={seen.version}>
      <Stack gap="sm">
        {[...Map.groupBy(fields, ({ section }) => section)].map(([section, group]) => (
          <Section key={section ?? ''} title={section}>
            {group.map((field) => (
              <Field
                key={field.name}
                field={field}
                value={field.read(seen)}
                error={problemOf(problems, field.name)}
              />
            ))}
          </Section>
        ))}
        {theirs && <Conflict fields={fields} before={seen} after={theirs} takeTheirs={takeTheirs} />}
        {action.error && !theirs && (
          <FaultAlert fault={action.error} shown={fields.map(({ name }) => name)} />
        )}
        <Group justify="end">
          <Button type="submit" loading={action.isPending}>
            {theirs ? 'Save mine' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Fields that belong together, below their title where they have one. */
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
}

function Field<Row>({ field, value, error }: FieldProps<Row>): ReactNode {
  const { name, label, description, type = 'text', choices } = field;
  // What explains a field stands below it, so that fields beside each other begin at one height.
  const inputWrapperOrder: FieldParts = ['label', 'input', 'description', 'error'];
  const common = { name, label, description, error, defaultValue: value, inputWrapperOrder };
  return choices ? <NativeSelect {...common} data={[...choices]} /> : <TextInput {...common} type={type} />;
}

interface ConflictProps<Row> {
  fields: readonly EditField<Row>[];
  before: Row;
  after: Row;
  takeTheirs: () => void;
}

/** What another person has changed while the form was open. */
function Conflict<Row>({ fields, before, after, takeTheirs }: ConflictProps<Row>): ReactNode {
  const changed = fields.filter(({ read }) => read(before) !== read(after));
  return (
    <Alert color="brand" variant="outline" title="Somebody else has changed this meanwhile" role="alert">
      {changed.length === 0 ? (
        <Text size="sm">None of the fields here is concerned.</Text>
      ) : (
        <Facts
          rows={changed.map(({ label, read }) => [label, `${read(before) || '–'} → ${read(after) || '–'}`])}
        />
      )}
      <Button mt="xs" size="compact-sm" variant="default" onClick={takeTheirs}>
        Take theirs
      </Button>
    </Alert>
  );
}
