import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import type { LocalFile } from './local-file.ts';
import { repositoryDir } from './plans/node-program.ts';

type Row = readonly [name: string, value: string];

/** `script/pas` looks in `.data` of the repository unless it is told another directory. */
function operatorCommand(path: string): string {
  const isUsual = path === join(repositoryDir, '.data');
  return isUsual ? 'script/pas --help' : `LOCAL_DATA='${path}' script/pas --help`;
}

const login = ({ email, password }: { email: string; password: string }): string => `${email}  ${password}`;

const renderRows = (rows: readonly Row[]): string =>
  rows.map(([name, value]) => `${name.padEnd(13)}${value}`).join('\n');

/**
 * What `script/server` prints once the system is ready: where everything is, who can sign in, and a first request to
 * paste.
 *
 * @param inviteUrl a link that opens in a browser; null where no invite is open
 */
export function summarize(local: LocalFile, directory: DataDirectory, inviteUrl: string | null): string {
  const { environments, staff, resident } = local;
  const places: Row[] = [
    ['Gateway', `${local.gatewayUrl}  (environment DEV)`],
    ['Gateway', `${environments.TEST.gatewayUrl}  (environment TEST)`],
    ['Console', local.consoleUrl],
    ['Portal', local.residentUrl],
    ['API docs', local.docsUrl],
    ['Mailbox', local.mailboxUrl],
    ['Sandbox', local.sandboxUrl],
  ];
  const people: Row[] = [
    ['Staff', login(staff)],
    ...(resident ? ([['Resident', login(resident)]] as const) : []),
    ...(inviteUrl === null ? [] : ([['Open invite', inviteUrl]] as const)),
  ];
  const files: Row[] = [
    ['Operator', operatorCommand(directory.path)],
    ['Logs', directory.logs],
    ['Keys', `${directory.localFile}  (all addresses, keys and passwords)`],
  ];
  const trust = local.caFile === null ? '' : `--cacert '${local.caFile}' `;
  return `
${renderRows(places)}

${renderRows(people)}

${renderRows(files)}

Try it:

curl ${trust}-H 'Authorization: Bearer ${local.apiKey}' '${local.gatewayUrl}/api/admin/properties'
`;
}
