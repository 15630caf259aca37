import { mongoUrlOf, natsUrlOf, type Blueprint } from './plans/blueprint.ts';
import { writePrivateFile } from './write-private-file.ts';

/** Writes the settings by which `script/pas` works on this system: DEV, unless the caller's environment says otherwise. */
export function writeCliEnvironment(blueprint: Blueprint): void {
  const variables = {
    ENVIRONMENT: 'DEV',
    MONGO_URL: mongoUrlOf(blueprint, 'DEV'),
    CONTROL_MONGO_URL: mongoUrlOf(blueprint, 'control'),
    NATS_URL: natsUrlOf(blueprint, 'DEV'),
    API_KEY_PEPPER_SECRET: blueprint.secrets.apiKeyPepper,
    ...(blueprint.tls && { NODE_ENV: 'production', TLS_CA_FILE: blueprint.tls.caFile }),
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writePrivateFile(blueprint.directory.cliEnvironmentFile, lines.join(''));
}
