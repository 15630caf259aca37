import type { LocalFile } from './local-file.ts';

/** What `script/server` prints once the system is ready: where everything is, and a first request to paste. */
export function summarize(local: LocalFile, localFile: string): string {
  return `
Gateway    ${local.gatewayUrl}
API docs   ${local.docsUrl}
Mailbox    ${local.mailboxUrl}
Sandbox    ${local.sandboxUrl}

Keys, passwords and all other addresses: ${localFile}

Try it:

curl -H 'Authorization: Bearer ${local.apiKey}' '${local.gatewayUrl}/api/admin/properties'
`;
}
