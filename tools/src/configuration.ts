import type { GeneratedFile } from './generated-file.ts';
import { serviceVariables, type Variable } from './service-configs.ts';

const generated = 'Generated from the configuration schemas by `pnpm run generate`';

const introduction = `<!-- ${generated}. Change those, never this file. -->

# Configuration

Each service reads its environment once, at the start. It reports all faults together and never shows a value.

- A secret may be given as a file: \`NAME_FILE\` names the file that holds \`NAME\`, as secret stores mount them. This
  works for every variable; setting both is a fault. No secret has a preset.
- A list is separated by commas. Lists of secrets and keys begin with the newest: the first one signs, all of them
  verify. A rotation therefore needs no moment at which all processes change together.
- A PEM text may have its line breaks written as \`\\n\`.
- An empty variable counts as missing.
- The images set \`NODE_ENV=production\`. A process then refuses to start with a plain address, a weak or repeated secret, or
  no certificate. Each variable lists its demands in production; [deploy.md](deploy.md) lists all of them.
`;

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

function describePreset({ isRequired, preset }: Variable): string {
  if (isRequired) return '**required**';
  return preset === null ? '' : code(preset);
}

function describeMeaning({ description, choices, isSecret, demand }: Variable): string {
  const values = choices ? `One of ${choices.map(code).join(', ')}.` : '';
  const production = demand === null ? '' : `Production: ${demand}.`;
  return [description, values, production, isSecret ? '**Secret.**' : '']
    .filter(Boolean)
    .join(' ')
    .replaceAll('|', '\\|');
}

function describeRow(variable: Variable): string {
  return `| ${code(variable.name)} | ${describePreset(variable)} | ${describeMeaning(variable)} |`;
}

function describeTable(title: string, variables: readonly Variable[]): string {
  const head = ['| Variable | Preset | Meaning |', '|---|---|---|'];
  return `\n## ${title}\n\n${[...head, ...variables.map(describeRow)].join('\n')}\n`;
}

/** Returns the variables that all services read with the same meaning. */
function sharedNames(): Set<string> {
  const services = Object.values(serviceVariables).map((variables) => variables.map(describeRow));
  const [first = []] = Object.values(serviceVariables);
  const shared = first.filter((variable) => services.every((rows) => rows.includes(describeRow(variable))));
  return new Set(shared.map(({ name }) => name));
}

function configurationPage(): GeneratedFile {
  const shared = sharedNames();
  const [first = []] = Object.values(serviceVariables);
  const tables = [
    describeTable(
      'Every service',
      first.filter(({ name }) => shared.has(name)),
    ),
    ...Object.entries(serviceVariables).map(([service, variables]) =>
      describeTable(
        `\`${service}\``,
        variables.filter(({ name }) => !shared.has(name)),
      ),
    ),
  ];
  return { path: 'docs/configuration.md', content: introduction + tables.join('') };
}

function exampleOf({ name, description, choices, isRequired, isSecret, preset, demand }: Variable): string {
  const values = choices ? ` (${choices.join(', ')})` : '';
  const hints = [
    isRequired ? 'Required.' : '',
    demand === null ? '' : `Production: ${demand.replaceAll('`', '')}.`,
    isSecret ? `Secret: here or in the file that ${name}_FILE names.` : '',
  ];
  const comment = [`${description}${values}`, ...hints].filter(Boolean).join(' ');
  return `# ${comment}\n${isRequired ? '' : '# '}${name}=${preset ?? ''}\n`;
}

function exampleFile(service: string, variables: readonly Variable[]): GeneratedFile {
  const head = `# What the ${service} service reads. ${generated}; See docs/configuration.md for more.\n`;
  return {
    path: `services/${service}/.env.example`,
    content: [head, ...variables.map(exampleOf)].join('\n'),
  };
}

/** Generates the page on configuration, and the example environment of each service. */
export function configurationFiles(): GeneratedFile[] {
  const examples = Object.entries(serviceVariables).map(([service, variables]) =>
    exampleFile(service, variables),
  );
  return [configurationPage(), ...examples];
}
