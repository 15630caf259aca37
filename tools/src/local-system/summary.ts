import type { DataDirectory } from './data-directory.ts';
import type { LocalFile } from './local-file.ts';

/** What `script/server` prints once the system is ready: where everything is, and a first request to paste. */
export function summarize(local: LocalFile, { localFile, logs }: DataDirectory): string {
  return `
Gateway    ${local.gatewayUrl}
API docs   ${local.docsUrl}
Mailbox    ${local.mailboxUrl}
Sandbox    ${local.sandboxUrl}
Logs       ${logs}
Keys       ${localFile}, with passwords and all other addresses

Try it:

curl -H 'Authorization: Bearer ${local.apiKey}' '${local.gatewayUrl}/api/admin/properties'
`;
}
