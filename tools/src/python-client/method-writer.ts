import type { AnswerForm, Argument, OperationShape } from './operation-shape.ts';
import { docstring, quote } from './python-names.ts';

/** Which client a method belongs to. */
export interface MethodStyle {
  isAsync: boolean;
}

/** Options of a call that a parameter of the operation may hide, and the type without each. */
const hidden: Readonly<Record<string, string>> = {
  reason: 'CallOptionsBesideReason',
  correlation_id: 'CallOptionsBesideCorrelation',
};

/** Returns a type for the body of a class, where `list` is the method of that name. */
const inClass = (type: string): string => type.replaceAll(/\blist\[/g, 'builtins.list[');

const optional = ({ name, type }: Argument): string => `${name}: ${type} | Omit = omit`;

function signature(
  name: string,
  {
    path,
    args,
    extra = [],
    returns,
    isAsync,
  }: {
    path: readonly string[];
    args: readonly Argument[];
    extra?: readonly string[];
    returns: string;
    isAsync: boolean;
  },
): string {
  const keywords = [
    ...args.filter(({ isRequired }) => isRequired).map(({ name, type }) => `${name}: ${type}`),
    ...extra,
    ...args.filter(({ isRequired }) => !isRequired).map(optional),
  ];
  const clash = args.map((argument) => hidden[argument.name]).find((type) => type !== undefined);
  const parameters = [
    'self',
    ...path.map((parameter) => `${parameter}: str`),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
    `**call: Unpack[${clash ?? 'CallOptions'}]`,
  ];
  const lines = parameters.map((parameter) => `        ${parameter},\n`);
  return `    ${isAsync ? 'async ' : ''}def ${name}(\n${lines.join('')}    ) -> ${inClass(returns)}:\n`;
}

/** Returns the expression of an argument. `as_is` keeps the keys of a free map as the caller wrote them. */
const valueOf = ({ name, type }: Argument): string => (type.includes('Mapping[') ? `as_is(${name})` : name);

const entries = (args: readonly Argument[]): string =>
  `{${args.map((argument) => `${quote(argument.field)}: ${valueOf(argument)}`).join(', ')}}`;

function argumentsOf(
  shape: OperationShape,
  query: readonly Argument[],
  extra: readonly string[] = [],
): string {
  const { path, headers, body, needsBody } = shape;
  const parts = [
    path.length > 0 && `path=[${path.join(', ')}]`,
    query.length > 0 && `query=${entries(query)}`,
    headers.length > 0 && `headers=${entries(headers)}`,
    extra.length === 0 && (body.length > 0 || needsBody) && `body=${entries(body)}`,
    extra.length === 0 && needsBody && 'needs_body=True',
    shape.takesBearer && 'bearer=identity_token',
    ...extra,
  ].filter((part) => part !== false);
  return `Arguments(${parts.join(', ')})`;
}

const returned = (shape: OperationShape): string =>
  ({
    value: shape.type,
    page: `Page[${shape.type}]`,
    none: 'None',
    redirect: 'Redirect',
    response: 'httpx.Response',
    stream: 'httpx.Response',
  })[shape.form];

/** Returns the call of the transport, with the kind of the answer where it is parsed. */
function send(shape: OperationShape, args: string, isAsync: boolean): string {
  const kinds: Partial<Record<AnswerForm, string>> = { value: '_KIND', page: '_ROWS' };
  const kind = kinds[shape.form];
  const operation = `ops.${shape.constant}`;
  const passed = [operation, ...(kind === undefined ? [] : [operation + kind]), args, 'call'];
  const call = `self._transport.${shape.form}(${passed.join(', ')})`;
  const awaited = isAsync ? `await ${call}` : call;
  return shape.form === 'none' ? `        ${awaited}\n` : `        return ${awaited}\n`;
}

const documentation = ({ operation: { summary, description } }: OperationShape): string =>
  docstring(description === '' ? `${summary}.` : `${summary}.\n\n${description}`, '        ');

const identityToken: Argument = {
  field: 'identityToken',
  name: 'identity_token',
  type: 'str',
  isRequired: true,
};

interface PlannedMethod {
  shape: OperationShape;
  args: readonly Argument[];
  plan: string;
}

/** Writes the method of an operation with plans. Its overloads return the plan with `dry_run`, else the result. */
function writePlannedMethod(
  name: string,
  { shape, args, plan }: PlannedMethod,
  { isAsync }: MethodStyle,
): string {
  const { path } = shape;
  const returns = returned(shape);
  const typed = (type: string, isRequired: boolean): Argument[] =>
    args.map((argument) => (argument.name === 'dry_run' ? { ...argument, type, isRequired } : argument));
  const overload = (dryRun: Argument[], result: string): string =>
    `    @overload\n${signature(name, { path, args: dryRun, returns: result, isAsync }).trimEnd()} ...\n`;
  const sent = argumentsOf(shape, shape.query);
  const wait = isAsync ? 'await ' : '';
  return [
    overload(typed('Literal[True]', true), plan),
    overload(typed('Literal[False]', false), returns),
    signature(name, { path, args, returns: `${plan} | ${returns}`, isAsync }),
    documentation(shape),
    `        if dry_run is True:\n`,
    `            return ${wait}self._transport.plan(ops.${shape.constant}, ops.${shape.constant}_PLAN, ${sent}, call)\n`,
    send(shape, sent, isAsync),
    ...(shape.form === 'none' ? ['        return None\n'] : []),
  ].join('');
}

/** Writes the method of an operation. */
export function writeMethod(name: string, shape: OperationShape, { isAsync }: MethodStyle): string {
  const args = [
    ...shape.body,
    ...shape.query,
    ...shape.headers,
    ...(shape.takesBearer ? [identityToken] : []),
  ];
  if (shape.plan !== null) return writePlannedMethod(name, { shape, args, plan: shape.plan }, { isAsync });
  const head = signature(name, { path: shape.path, args, returns: returned(shape), isAsync });
  return head + documentation(shape) + send(shape, argumentsOf(shape, shape.query), isAsync);
}

/** Writes the method that sends a file. */
export function writeFileMethod(name: string, shape: OperationShape, { isAsync }: MethodStyle): string {
  const args = shape.fileQuery;
  const types = shape.files.map(quote).join(', ');
  const extra = ['content: bytes', `content_type: Literal[${types}]`];
  const head = signature(name, {
    path: shape.path,
    args,
    extra,
    returns: returned(shape),
    isAsync,
  });
  const sent = argumentsOf(shape, args, ['content=content', 'content_type=content_type']);
  return head + documentation(shape) + send(shape, sent, isAsync);
}

const isPaging = ({ name }: Argument): boolean => name === 'limit' || name === 'offset';
const isOrder = ({ name }: Argument): boolean => name === 'sort' || name === 'updated_since';

/** Writes the method that reads all rows of a list. */
export function writeIterate(shape: OperationShape, { isAsync }: MethodStyle): string {
  const args = shape.query.filter((argument) => !isPaging(argument));
  const returns = `${isAsync ? 'AsyncIterator' : 'Iterator'}[${shape.type}]`;
  const doc = docstring(
    `Reads all rows, page by page: ${shape.operation.summary.toLowerCase()}.\n\nRows come ${shape.isKeyed ? 'in the order of their creation, each exactly once, unless `sort` names another order.' : 'in the order of the list.'}`,
    '        ',
  );
  return `${signature('iterate', { path: shape.path, args, returns, isAsync: false })}${doc}        return self._iterate(
            ops.${shape.constant}, ops.${shape.constant}_ROWS, ${argumentsOf(shape, args)}, call, is_keyed=${shape.isKeyed ? 'True' : 'False'}
        )
`;
}

/** Writes the method that reads what changed. */
export function writeChanges(shape: OperationShape, { isAsync }: MethodStyle): string {
  const args = shape.query.filter((argument) => !isPaging(argument) && !isOrder(argument));
  const returns = `${isAsync ? 'AsyncIterator' : 'Iterator'}[Updated[${shape.type}] | Deleted]`;
  const doc = docstring(
    'Reads what was created, changed or deleted since a time, the oldest change first.\n\nStore the latest `at`, and send it as `since` to continue. Changes of the last 15 seconds may come again.',
    '        ',
  );
  const extra = ['since: datetime | None = None'];
  return `${signature('changes', { path: shape.path, args, extra, returns, isAsync: false })}${doc}        return self._changes(
            ops.${shape.constant}, ops.${shape.constant}_CHANGES, ${argumentsOf(shape, args)}, call, since=since
        )
`;
}

/** Writes the method that follows the event feed. */
export function writeFollow(shape: OperationShape, { isAsync }: MethodStyle): string {
  const args = shape.query.filter(({ name }) => name === 'types');
  const returns = `${isAsync ? 'AsyncIterator' : 'Iterator'}[Event]`;
  const extra = ['after: str | None = None', 'wait: int = 25', 'on_gap: OnGap | None = None'];
  const doc = docstring(
    'Follows the feed without end.\n\nStore the `cursor` of the last event, and send it as `after` to continue. `wait` is the time in seconds for which\nthe service holds an answer without events. An expired cursor raises `GoneError`. With `on_gap`, the client calls it\ninstead and continues with the oldest kept event. Read the lists again there.',
    '        ',
  );
  return `${signature('follow', { path: shape.path, args, extra, returns, isAsync: false })}${doc}        return self._follow(
            ops.${shape.constant}, ops.${shape.constant}_KIND, ${argumentsOf(shape, args)}, call, after=after, wait=wait, on_gap=on_gap
        )
`;
}
