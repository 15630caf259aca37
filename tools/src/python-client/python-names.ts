/** Keywords of Python, and attributes of pydantic's models. A name among them gets a trailing underscore. */
const reserved = new Set(
  [
    'and as assert async await break class continue def del elif else except finally for from global if import in is',
    'lambda nonlocal not or pass raise return try while with yield None True False self',
    'copy dict http json schema validate construct fields',
  ]
    .join(' ')
    .split(' '),
);

/** Returns the Python name of a field or method: `moveOut` is `move_out`. */
export function toSnake(name: string): string {
  const words = /[a-z]/.test(name) ? name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_') : name;
  const snake = words.replaceAll(/[^A-Za-z0-9_]/g, '_').toLowerCase();
  return reserved.has(snake) ? `${snake}_` : snake;
}

/** Returns the name that the client derives for a field on the wire. `to_wire_name` of the client does the same. */
export function toWireName(snake: string): string {
  const [head = '', ...tail] = snake.replace(/_+$/, '').split('_');
  return head + tail.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** Returns the name of a class: `moveOut` and `move-out` are `MoveOut`. */
export function toPascal(...names: readonly string[]): string {
  return names
    .flatMap((name) => name.split(/[^A-Za-z0-9]/))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the name of a constant: `ensureUnit` is `ENSURE_UNIT`. */
export const toConstant = (name: string): string => toSnake(name).replace(/_$/, '').toUpperCase();

/** Returns the name for an item of a list: `columns` is `column`. */
export function toSingular(name: string): string {
  if (name === 'series' || !name.endsWith('s')) return `${name}Item`;
  return name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.slice(0, -1);
}

/** Returns a Python string. */
export const quote = (text: string): string => JSON.stringify(text);

/** Returns a docstring with its indentation. */
export function docstring(text: string, indent: string): string {
  const safe = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ');
  const lines = safe.split('\n').map((line, index) => (index === 0 || line === '' ? line : indent + line));
  return lines.length === 1 ? `${indent}"""${safe}"""\n` : `${indent}"""${lines.join('\n')}\n${indent}"""\n`;
}
