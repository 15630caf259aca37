import type { enPasskey } from './en.ts';

/** The notice about a new passkey, in German. */
export const dePasskey: typeof enPasskey = {
  passkeyNotice: {
    subject: 'Ein Passkey wurde zu Ihrem Konto hinzugefügt',
    preview: 'Waren Sie das?',
    lead: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt. Er meldet Sie ohne Passwort an.',
    leadFor: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt ({property}). Er meldet Sie ohne Passwort an.',
    advice:
      'Wenn Sie das waren, müssen Sie nichts tun. Ihre Passkeys finden Sie in den Einstellungen des Portals.',
    unexpected:
      'Wenn Sie das nicht waren, wählen Sie bei der Anmeldung „Passwort vergessen?“ und legen Sie ein neues Passwort fest. Damit werden alle Geräte abgemeldet und alle Passkeys entfernt.',
  },
};
