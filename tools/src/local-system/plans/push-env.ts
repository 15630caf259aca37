import { addressOf, urlOf, type Blueprint } from './blueprint.ts';

/**
 * Returns the settings of push messages. The sandbox plays all push services. A plain system must trust the authority
 * of its APNs; one over TLS already does.
 */
export function pushEnv(blueprint: Blueprint): Record<string, string> {
  const { secrets, ports, apnsTls } = blueprint;
  const sandboxUrl = urlOf(blueprint, 'sandbox');
  return {
    FCM_SERVICE_ACCOUNT_KEY: JSON.stringify({
      project_id: 'local',
      client_email: 'push@property-access.test',
      private_key: secrets.fcmPrivateKey,
      token_uri: `${sandboxUrl}/fcm/token`,
    }),
    FCM_API_URL: `${sandboxUrl}/fcm`,
    APNS_PRIVATE_KEY: secrets.apnsPrivateKey,
    APNS_KEY_ID: 'LOCALKEY01',
    APNS_TEAM_ID: 'LOCALTEAM1',
    APNS_TOPIC: 'test.property-access.app',
    APNS_API_URL: `https://${addressOf(blueprint, ports.portOf('apns'))}`,
    WEB_PUSH_PRIVATE_KEY: secrets.webPushPrivateKey,
    WEB_PUSH_SUBJECT: 'mailto:push@property-access.test',
    TLS_CA_FILE: apnsTls.caFile,
  };
}
