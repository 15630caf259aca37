import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import type { LocalFile } from './local-file.ts';
import { repositoryDir } from './plans/node-program.ts';

type Row = readonly [name: string, value: string];

/** `script/pas` looks in `.data` of the repository unless it is told another directory. */
function operatorCommand(path: string, words: string): string {
  const isUsual = path === join(repositoryDir, '.data');
  return isUsual ? `script/pas ${words}` : `LOCAL_DATA='${path}' script/pas ${words}`;
}

const login = ({ email, password }: { email: string; password: string }): string => `${email}  ${password}`;

const renderRows = (rows: readonly Row[]): string =>
  rows.map(([name, value]) => `${name.padEnd(13)}${value}`).join('\n');

/** What of the demo a person can try; null where there is none. */
interface ToTry {
  /** A link that opens in a browser. */
  inviteUrl: string | null;
  /** The virtual number of a unit, which a visitor can call. */
  visitedNumber: string | null;
}

/**
 * What `script/server` prints once the system is ready: where everything is, who can sign in, a first request and a call
 * to paste.
 */
export function summarize(
  local: LocalFile,
  directory: DataDirectory,
  { inviteUrl, visitedNumber }: ToTry,
): string {
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
    ['Operator', operatorCommand(directory.path, '--help')],
    ['Logs', directory.logs],
    ['Keys', `${directory.localFile}  (all addresses, keys and passwords)`],
  ];
  const visit = `trigger call --number ${visitedNumber} --answer 1 --digit 9`;
  const call = visitedNumber === null ? '' : `\n${operatorCommand(directory.path, visit)}\n`;
  const trust = local.caFile === null ? '' : `--cacert '${local.caFile}' `;
  return `
${renderRows(places)}

${renderRows(people)}

${renderRows(files)}

Try it:

curl ${trust}-H 'Authorization: Bearer ${local.apiKey}' '${local.gatewayUrl}/api/admin/properties'
${call}`;
}
