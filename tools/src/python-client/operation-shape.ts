import type { DescribedOperation, Schema } from './description.ts';
import { type ModelWriter } from './model-writer.ts';
import { quote, toConstant, toPascal, toSingular, toSnake } from './python-names.ts';

/** A keyword argument of a method. */
export interface Argument {
  /** On the wire. */
  field: string;
  /** In Python. */
  name: string;
  type: string;
  isRequired: boolean;
}

/** The way in which a client reads an answer. */
export type AnswerForm = 'value' | 'page' | 'none' | 'redirect' | 'response' | 'stream';

/** An operation as a Python method. */
export interface OperationShape {
  operation: DescribedOperation;
  /** The module of its models. */
  module: string;
  /** The name of its constant. */
  constant: string;
  path: readonly string[];
  query: readonly Argument[];
  headers: readonly Argument[];
  body: readonly Argument[];
  needsBody: boolean;
  isForm: boolean;
  /** Media types of files that the operation takes. */
  files: readonly string[];
  /** Whether the operation takes no other body than a file. */
  isFileAlone: boolean;
  /** The query of a file. It has the fields that the body of JSON has otherwise. */
  fileQuery: readonly Argument[];
  form: AnswerForm;
  /** The only member of the answer. */
  member: string | null;
  /** The type of the value, or of a row of a page. */
  type: string;
  /** Whether its list can be walked by creation. */
  isKeyed: boolean;
  hasChanges: boolean;
  takesBearer: boolean;
  /** The type of the plan that a dry run answers; null for an operation without plans. */
  plan: string | null;
}

const planSchema: Schema = { $ref: '#/components/schemas/Plan' };

const json = 'application/json';
const formType = 'application/x-www-form-urlencoded';
const multipartType = 'multipart/form-data';

/** Headers that the options of a call set. */
const optionHeaders = /^(x-correlation-id|x-admin-env|idempotency-key|if-match|if-none-match|x-pas-client)$/i;

/** Query parameters whose values are lists, separated by commas. */
const listed = new Set(['ids', 'types', 'unitIds', 'sort']);

function argumentOf(
  field: string,
  schema: Schema,
  { models, hint, isRequired }: { models: ModelWriter; hint: string; isRequired: boolean },
): Argument {
  const type = models.typeOf(schema, { direction: 'request', hint });
  return { field, name: toSnake(field), type, isRequired };
}

function queryOf({ operationId, parameters }: DescribedOperation, models: ModelWriter): Argument[] {
  return parameters
    .filter(({ in: place, name }) => place === 'query' && name !== 'tenantId' && name !== 'includeDeleted')
    .map(({ name, schema, required = false }) => {
      const hint = toPascal(operationId, name);
      const argument = argumentOf(name, schema, { models, hint, isRequired: required });
      return listed.has(name) ? { ...argument, type: 'str | Sequence[str]' } : argument;
    });
}

function headersOf({ operationId, parameters }: DescribedOperation, models: ModelWriter): Argument[] {
  return parameters
    .filter(({ in: place, name }) => place === 'header' && !optionHeaders.test(name))
    .map(({ name, schema, required = false }) =>
      argumentOf(name, schema, { models, hint: toPascal(operationId, name), isRequired: required }),
    );
}

function bodyOf({ operationId, body }: DescribedOperation, models: ModelWriter): Argument[] {
  const schema = body?.content[json]?.schema ?? body?.content[formType]?.schema ?? {};
  return Object.entries(schema.properties ?? {}).map(([field, value]) => {
    const isList = value.type === 'array';
    const hint = toPascal(operationId, isList ? toSingular(field) : field);
    return argumentOf(field, value, { models, hint, isRequired: schema.required?.includes(field) === true });
  });
}

interface AnswerShape {
  form: AnswerForm;
  member: string | null;
  type: string;
}

/** Returns the row of a list, whose answer has only these four members; null for other answers. */
function rowOf(schema: Schema): { member: string; row: Schema } | null {
  const { total, limit, offset, ...rest } = schema.properties ?? {};
  const [[member, list] = ['', {} as Schema], ...others] = Object.entries(rest);
  if (!total || !limit || !offset || others.length > 0 || !list.items) return null;
  return { member, row: list.items };
}

function jsonAnswer(operationId: string, schema: Schema, models: ModelWriter): AnswerShape {
  const name = toPascal(operationId.replace(/^get(?=[A-Z])/, ''));
  const list = rowOf(models.resolve(schema.anyOf?.[0] ?? schema));
  if (list) {
    const type = models.typeOf(list.row, { direction: 'answer', hint: `${name}Row` });
    return { form: 'page', member: list.member, type };
  }
  const members = Object.entries(schema.properties ?? {});
  const [only] = members;
  if (!only || members.length > 1) {
    const type = models.typeOf(schema, { direction: 'answer', hint: `${name}Answer` });
    return { form: 'value', member: null, type };
  }
  const [member, value] = only;
  const hint = value.type === 'array' ? `${name}Item` : name;
  return { form: 'value', member, type: models.typeOf(value, { direction: 'answer', hint }) };
}

function answerOf({ operationId, answer }: DescribedOperation, models: ModelWriter): AnswerShape {
  const schema = answer.content[json]?.schema;
  if (schema) return jsonAnswer(operationId, schema, models);
  const [media] = Object.keys(answer.content);
  const forms: readonly [boolean, AnswerForm][] = [
    [answer.status === '302', 'redirect'],
    [media === undefined, 'none'],
    [media === 'text/html', 'response'],
  ];
  const form = forms.find(([applies]) => applies)?.[1] ?? 'stream';
  return { form, member: null, type: 'httpx.Response' };
}

/** Returns an operation as a Python method. Writes the models that it needs. */
export function shapeOperation(
  operation: DescribedOperation,
  models: ModelWriter,
  module: string,
): OperationShape {
  const { operationId, parameters, body, security } = operation;
  const answer = answerOf(operation, models);
  const fields = bodyOf(operation, models);
  const media = Object.keys(body?.content ?? {});
  const sort = parameters.find(({ name }) => name === 'sort')?.schema.pattern ?? '';
  const taken = new Set(fields.map(({ name }) => name));
  const query = queryOf(operation, models);
  return {
    operation,
    module,
    constant: toConstant(operationId),
    path: parameters.filter(({ in: place }) => place === 'path').map(({ name }) => toSnake(name)),
    query: query.filter(({ name }) => !taken.has(name)),
    fileQuery: query,
    headers: headersOf(operation, models),
    body: fields,
    needsBody: body?.isRequired === true,
    isForm: media.includes(formType) && !media.includes(json),
    files: media.filter((type) => ![json, formType, multipartType].includes(type)),
    isFileAlone: media.length > 0 && !media.some((type) => [json, formType, multipartType].includes(type)),
    ...answer,
    isKeyed: /\bcreatedAt\b/.test(sort),
    hasChanges: answer.form === 'page' && parameters.some(({ name }) => name === 'updatedSince'),
    plan: operation.isPlanned ? models.typeOf(planSchema, { direction: 'answer', hint: 'Plan' }) : null,
    takesBearer: security.some((scheme) => 'identityToken' in scheme),
  };
}

/** Returns the keyword arguments of an operation's constant, with the condition of each. */
function flagsOf(shape: OperationShape, isRepeatable: boolean): (readonly [boolean, string])[] {
  const { operation, form, member, module, isForm } = shape;
  const { operationId, parameters, security } = operation;
  const takes = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
  return [
    [isRepeatable, 'is_repeatable=True'],
    [takes('Idempotency-Key'), 'takes_key=True'],
    [takes('tenantId'), 'takes_tenant=True'],
    [security.length === 0, 'is_public=True'],
    [isForm, 'is_form=True'],
    [member !== null, `member=${quote(member ?? '')}`],
    // Failures of pages and files are problems as well.
    [form === 'stream' || form === 'response', 'accept="application/problem+json, */*;q=0.5"'],
    [shape.type === 'SignInResult', 'session="adopts"'],
    [module !== 'admin' && operationId.startsWith('logOut'), 'session="ends"'],
  ];
}

/** Writes the constants of an operation: what it is, and the kinds of its answers. */
export function writeConstants(shape: OperationShape, isRepeatable: boolean): string {
  const { operation, constant } = shape;
  const names = [operation.operationId, operation.method, operation.path].map(quote);
  const flags = flagsOf(shape, isRepeatable).flatMap(([applies, flag]) => (applies ? [flag] : []));
  return `${constant} = Operation(\n    ${[...names, ...flags].join(', ')}\n)\n${writeKinds(shape)}`;
}

function writeKinds({ constant, form, type, hasChanges, plan }: OperationShape): string {
  const kind = (name: string, of: string): string => `${name}: Kind[${of}] = Kind(${of})\n`;
  const ofPlan = plan === null ? '' : kind(`${constant}_PLAN`, plan);
  if (form === 'value' || form === 'none')
    return (form === 'value' ? kind(`${constant}_KIND`, type) : '') + ofPlan;
  if (form !== 'page') return '';
  const rows = kind(`${constant}_ROWS`, `list[${type}]`);
  return hasChanges ? rows + kind(`${constant}_CHANGES`, `list[${type} | Tombstone]`) : rows;
}
