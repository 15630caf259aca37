import { componentOf, type Description, type Schema } from './description.ts';
import { moduleHead, writeImports } from './python-modules.ts';
import { docstring, quote, toPascal, toSingular, toSnake, toWireName } from './python-names.ts';

/** The direction of a schema. An answer may have values that the description does not list, a request may not. */
export type Direction = 'answer' | 'request';

/** The use of a schema, which determines its type in Python. */
export interface TypeContext {
  direction: Direction;
  /** The name for the class of an object without a name. */
  hint: string;
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const formats: Readonly<Record<string, string>> = { 'date-time': 'datetime', binary: 'bytes' };

const unite = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  if (distinct.includes('Any')) return 'Any';
  return [...distinct.filter((type) => type !== 'None'), ...distinct.filter((type) => type === 'None')].join(
    ' | ',
  );
};

/** Modules and the names that the models may need from each. */
const importable: Readonly<Record<string, readonly string[]>> = {
  'collections.abc': ['Mapping', 'Sequence'],
  datetime: ['datetime'],
  typing: ['Annotated', 'Any', 'Literal'],
  pydantic: ['Discriminator', 'Field', 'Tag'],
  typing_extensions: ['Required', 'TypeAlias', 'TypedDict'],
  '.._models': ['Model', 'Tombstone', 'UnknownEvent', 'event_tag'],
};

interface Field {
  field: string;
  type: string;
  isRequired: boolean;
}

const describe = ({ description }: Schema): string =>
  description === undefined ? '' : docstring(description, '    ');

/** Returns the line of a field of a model. A null may be missing. */
function modelField({ field, type, isRequired }: Field): string {
  const name = toSnake(field);
  const isOptional = !isRequired || type.endsWith(' | None');
  const whole = isOptional && !type.endsWith('None') && type !== 'Any' ? `${type} | None` : type;
  if (toWireName(name) === field) return `    ${name}: ${whole}${isOptional ? ' = None' : ''}\n`;
  const aliases = `validation_alias=${quote(field)}, serialization_alias=${quote(field)}`;
  return `    ${name}: ${whole} = Field(${isOptional ? 'default=None, ' : ''}${aliases})\n`;
}

/** Returns the line of a key of an argument. A key that the client cannot derive is spelled as on the wire. */
function dictField({ field, type, isRequired }: Field): string {
  const name = toWireName(toSnake(field)) === field ? toSnake(field) : field;
  if (toWireName(name) !== field) throw new Error(`${field} cannot be spelled in Python`);
  return `    ${name}: ${isRequired ? `Required[${type}]` : type}\n`;
}

/** Writes the models of one description: one class for each object that an operation needs. */
export class ModelWriter {
  readonly #description: Description;
  /** The source of each class or alias by its name; null while it is being written. */
  readonly #classes = new Map<string, string | null>();
  readonly #aliases = new Map<string, string>();
  /** The schema of each class. */
  readonly #sources = new Map<string, Schema>();

  constructor(description: Description) {
    this.#description = description;
  }

  /** Returns the type of a schema. Writes the classes that it needs. */
  typeOf(schema: Schema, context: TypeContext): string {
    if (schema.$ref !== undefined) return this.#component(componentOf(schema.$ref), context.direction);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return unite(choices.map((choice) => this.typeOf(choice, context)));
    if (schema.enum) return this.#choice(schema.enum, context);
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    if (types.length === 0) return 'Any';
    return unite(types.map((type) => this.#single(type, schema, context)));
  }

  /** Writes a union of events, which `type` distinguishes, with a class for unknown types. */
  addUnion(name: string, members: Readonly<Record<string, Schema>>): void {
    const lines = Object.entries(members).map(
      ([type, schema]) =>
        `    Annotated[${this.typeOf(schema, { direction: 'answer', hint: name })}, Tag(${quote(type)})]`,
    );
    const known = Object.keys(members).map((type) => `        ${quote(type)},\n`);
    const union = [...lines, '    Annotated[UnknownEvent, Tag("")]'].join('\n    | ').trimStart();
    this.#aliases.set(
      name,
      `_${name}Tags = frozenset(\n    [\n${known.join('')}    ]\n)\n${name}: TypeAlias = Annotated[\n    ${union},\n    Discriminator(event_tag(_${name}Tags)),\n]\n`,
    );
  }

  /** Writes a component, such as one that no operation names. */
  addComponent(name: string): void {
    this.#component(name);
  }

  /** Returns the schema to which a reference points; other schemas as they are. */
  resolve(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.#description.schemas[componentOf(schema.$ref)] ?? {});
  }

  /** Returns the names of all classes and aliases. */
  names(): string[] {
    return [...this.#classes.keys(), ...this.#aliases.keys()].toSorted();
  }

  /** Returns the module. */
  write(): string {
    const inOrder = (sources: ReadonlyMap<string, string | null>): string[] =>
      [...sources].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source ?? '');
    // An alias is evaluated immediately, so it follows the classes.
    const body = [...inOrder(this.#classes), ...inOrder(this.#aliases)].join('\n\n');
    return `${moduleHead}${writeImports(body, importable)}
__all__ = [
${this.names()
  .map((name) => `    ${quote(name)},\n`)
  .join('')}]


${body}`;
  }

  #component(name: string, direction: Direction = 'answer'): string {
    if (name === 'Tombstone') return name;
    const schema = this.#description.schemas[name];
    if (!schema) throw new Error(`The component ${name} is missing`);
    if (direction === 'request' && schema.properties) return this.#class(`${name}Input`, schema, direction);
    if (this.#classes.has(name) || this.#aliases.has(name)) return name;
    if (schema.discriminator) {
      const references = Object.entries(schema.discriminator.mapping);
      this.addUnion(name, Object.fromEntries(references.map(([type, $ref]) => [type, { $ref }])));
    } else if (schema.properties) {
      this.#class(name, schema, 'answer');
    } else {
      const type = this.typeOf(schema, { direction: 'answer', hint: name });
      this.#aliases.set(name, `${name}: TypeAlias = ${type}\n`);
    }
    return name;
  }

  #single(type: string, schema: Schema, { direction, hint }: TypeContext): string {
    if (type === 'array') {
      const item = this.typeOf(schema.items ?? {}, { direction, hint });
      return direction === 'answer' ? `list[${item}]` : `Sequence[${item}]`;
    }
    if (type !== 'object') return formats[schema.format ?? ''] ?? scalars[type] ?? 'Any';
    if (Object.keys(schema.properties ?? {}).length > 0) return this.#class(hint, schema, direction);
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    const value = this.typeOf(values, { direction, hint: `${hint}Value` });
    return direction === 'answer' ? `dict[str, ${value}]` : `Mapping[str, ${value}]`;
  }

  #choice(values: readonly string[], { direction, hint }: TypeContext): string {
    const literal = `Literal[${values.map(quote).join(', ')}]`;
    // The type of an event determines its class, so it stays exact.
    const isExact = direction === 'request' || (values.length === 1 && hint.endsWith('EventType'));
    return isExact ? literal : `${literal} | str`;
  }

  #class(name: string, schema: Schema, direction: Direction): string {
    const written = this.#sources.get(name);
    if (written && written !== schema) throw new Error(`Two schemas need the name ${name}`);
    if (written) return name;
    this.#sources.set(name, schema);
    this.#classes.set(name, null);
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      const isList = value.type === 'array' || value.anyOf?.some(({ type }) => type === 'array') === true;
      const hint = toPascal(name, isList ? toSingular(field) : field);
      const type = this.typeOf(value, { direction, hint });
      const isRequired = schema.required?.includes(field) === true;
      const line = direction === 'answer' ? modelField : dictField;
      return line({ field, type, isRequired }) + describe(value);
    });
    const base = direction === 'answer' ? 'Model' : 'TypedDict, total=False';
    const doc = describe(schema);
    this.#classes.set(name, `class ${name}(${base}):\n${doc}${doc && '\n'}${fields.join('')}`);
    return name;
  }
}
