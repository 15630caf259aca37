/**
 * Settings whose secrets the restored rows depend on: hashes, sealed texts and links are of no use without them. A
 * backup names them and contains none.
 */
export const neededSecrets: string[] = [
  'API_KEY_PEPPER_SECRET',
  'AUDIT_CHECKPOINT_PRIVATE_KEY',
  'AUDIT_CHECKPOINT_PUBLIC_KEYS',
  'DEVICE_TOKEN_SECRETS',
  'INVITE_TOKEN_SECRETS',
  'PASS_TOKEN_SECRETS',
  'WEBHOOK_ENDPOINT_SECRETS',
];
