import { mongoUrlOf, natsUrlOf, type Blueprint } from './plans/blueprint.ts';
import { publicKeyOf } from './public-key.ts';
import { writePrivateFile } from './write-private-file.ts';

/** A file of settings has a line for each; the configuration reads `\n` as a line break. */
const onOneLine = (pem: string): string => pem.trimEnd().replaceAll('\n', String.raw`\n`);

/** Writes the settings by which `script/pas` works on this system: DEV, unless the caller's environment says otherwise. */
export function writeCliEnvironment(blueprint: Blueprint): void {
  const variables = {
    ENVIRONMENT: 'DEV',
    MONGO_URL: mongoUrlOf(blueprint, 'DEV'),
    CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control'),
    NATS_URL: natsUrlOf(blueprint, 'DEV', 'cli'),
    DECLARER_NATS_URL: natsUrlOf(blueprint, 'DEV', 'declarer'),
    API_KEY_PEPPER_SECRET: blueprint.secrets.apiKeyPepper,
    AUDIT_CHECKPOINT_PUBLIC_KEYS: onOneLine(publicKeyOf(blueprint.secrets.auditCheckpointPrivateKey)),
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writePrivateFile(blueprint.directory.cliEnvironmentFile, lines.join(''));
}
