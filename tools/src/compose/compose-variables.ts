import type { LocalKeys } from './local-keys.ts';

/** A variable of docker-compose.yml, which compose takes from `.env` or from its environment. */
export interface ComposeVariable {
  name: string;
  description: string;
  /** What compose takes where it is absent; without a preset it must be set. */
  preset?: string;
  /** Its value in a local system. */
  local: (keys: LocalKeys) => string;
}

const gateway = 'http://127.0.0.1:4000';
const testGateway = 'http://127.0.0.1:4002';

/** Everything that docker-compose.yml asks for, in the order of `.env.example`. */
export const composeVariables: readonly ComposeVariable[] = [
  {
    name: 'COMPOSE_PROFILES',
    description: '`local` adds the sandbox: an identity provider and a mailbox for work on this machine.',
    preset: '',
    local: () => 'local',
  },
  {
    name: 'NODE_ENV',
    description: 'The images say production; compose, whose own network is not encrypted, says development.',
    preset: 'development',
    local: () => 'development',
  },
  {
    name: 'LOG_LEVEL',
    description: 'debug, info, warn, error or silent.',
    preset: 'info',
    local: () => 'info',
  },
  { name: 'GATEWAY_PORT', description: 'Port of the gateway.', preset: '4000', local: () => '4000' },
  {
    name: 'WEBHOOK_GATEWAY_PORT',
    description: 'Port of the providers’ webhooks.',
    preset: '4001',
    local: () => '4001',
  },
  {
    name: 'TEST_GATEWAY_PORT',
    description: 'Port of the gateway of TEST.',
    preset: '4002',
    local: () => '4002',
  },
  {
    name: 'PORTAL_URL',
    description: 'Where residents reach DEV; invites link to it, Core JWTs name it as their issuer.',
    local: () => gateway,
  },
  { name: 'TEST_PORTAL_URL', description: 'The same for TEST.', local: () => testGateway },
  {
    name: 'ASSERTION_PRIVATE_KEY',
    description: 'Ed25519 private key (PKCS #8 PEM) with which the gateways seal who calls.',
    local: ({ assertion }) => assertion.privateKey,
  },
  {
    name: 'ASSERTION_PUBLIC_KEYS',
    description: 'Its public half (PEM), which the services trust.',
    local: ({ assertion }) => assertion.publicKey,
  },
  {
    name: 'API_KEY_PEPPER_SECRET',
    description: 'The pepper under which API keys are hashed; 32 characters or more.',
    local: ({ newSecret }) => newSecret(),
  },
  {
    name: 'DEV_CORE_JWT_PRIVATE_KEY',
    description: 'Ed25519 private key (PKCS #8 PEM) that signs the Core JWTs of DEV.',
    local: ({ devCoreJwt }) => devCoreJwt.privateKey,
  },
  {
    name: 'DEV_CORE_JWT_PUBLIC_KEYS',
    description: 'Its public half (PEM), newest first.',
    local: ({ devCoreJwt }) => devCoreJwt.publicKey,
  },
  {
    name: 'TEST_CORE_JWT_PRIVATE_KEY',
    description: 'The same for TEST.',
    local: ({ testCoreJwt }) => testCoreJwt.privateKey,
  },
  {
    name: 'TEST_CORE_JWT_PUBLIC_KEYS',
    description: 'Its public half (PEM), newest first.',
    local: ({ testCoreJwt }) => testCoreJwt.publicKey,
  },
  {
    name: 'DEV_INVITE_TOKEN_SECRETS',
    description:
      'Secrets that the invite tokens of DEV are derived from, newest first; 32 characters or more each.',
    local: ({ newSecret }) => newSecret(),
  },
  {
    name: 'TEST_INVITE_TOKEN_SECRETS',
    description: 'The same for TEST.',
    local: ({ newSecret }) => newSecret(),
  },
  {
    name: 'AUDIT_CHECKPOINT_PRIVATE_KEY',
    description: 'Ed25519 private key (PKCS #8 PEM) that signs the checkpoints of the audit.',
    local: ({ auditCheckpoint }) => auditCheckpoint.privateKey,
  },
  {
    name: 'AUDIT_CHECKPOINT_PUBLIC_KEYS',
    description: 'Its public half (PEM), newest first.',
    local: ({ auditCheckpoint }) => auditCheckpoint.publicKey,
  },
  {
    name: 'NATS_DEV_PASSWORD',
    description: 'Password of DEV on the event bus; letters, digits, - and _.',
    local: ({ newSecret }) => newSecret(),
  },
  { name: 'NATS_TEST_PASSWORD', description: 'The same for TEST.', local: ({ newSecret }) => newSecret() },
  {
    name: 'SMTP_URL',
    description: 'The mail server, user and password included where it wants them.',
    local: () => 'smtp://sandbox:4102',
  },
  {
    name: 'MAIL_FROM',
    description: 'The sender of invites.',
    local: () => 'Property Access <no-reply@property-access.test>',
  },
  {
    name: 'IDENTITY_ISSUER',
    description: 'The residents’ identity provider, exactly as its tokens name it in iss.',
    local: () => 'http://127.0.0.1:4103',
  },
  {
    name: 'IDENTITY_JWKS_URL',
    description: 'Its public keys.',
    local: () => 'http://sandbox:4103/jwks',
  },
  {
    name: 'IDENTITY_API_URL',
    description: 'Its back-end API.',
    local: () => 'http://sandbox:4103',
  },
  {
    name: 'IDENTITY_API_SECRET',
    description: 'Bearer secret of that API.',
    local: ({ newSecret }) => newSecret(),
  },
  {
    name: 'OPERATOR_CLIENT_SECRET',
    description: 'For the sandbox alone: the secret of the dashboard’s log-in at its identity provider.',
    preset: '',
    local: ({ newSecret }) => newSecret(),
  },
];
