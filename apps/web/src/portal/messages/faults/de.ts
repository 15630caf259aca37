import type { enFaults } from './en.ts';

/** Messages about faults in German. */
export const deFaults: Record<keyof typeof enFaults, string> = {
  faultCredentials: 'E-Mail und Passwort passen nicht zusammen.',
  faultFormer: 'Sie sind hier ausgezogen. Bitten Sie die Hausverwaltung um eine neue Einladung.',
  faultDisabled: 'Ihr Zugang ist deaktiviert. Fragen Sie die Hausverwaltung.',
  faultUnknown: 'Noch kein Bewohner hat diese E-Mail-Adresse. Bitten Sie um eine Einladung.',
  faultUnverified:
    'Ihre E-Mail-Adresse ist noch nicht bestätigt. Bestätigen Sie sie in Ihrem Single-Sign-on-Konto und melden Sie sich dann wieder an.',
  faultOtherIdentity:
    'Diese E-Mail-Adresse gehört zu einem anderen Anmeldekonto. Bitten Sie die Hausverwaltung, die Verknüpfung zu lösen.',
  faultIdentityAway:
    'Single Sign-on antwortet nicht. Versuchen Sie es gleich noch einmal oder verwenden Sie Ihr Passwort.',
  faultCanceled:
    'Sie haben die Anmeldung abgebrochen. Versuchen Sie es noch einmal oder verwenden Sie Ihr Passwort.',
  faultIdentity: 'Single Sign-on ist fehlgeschlagen. Beginnen Sie die Anmeldung von vorn.',
  faultUnasked: 'Diese Anmeldung wurde nicht hier begonnen oder ist abgelaufen. Beginnen Sie von vorn.',
  faultPasskey: 'Dieser Passkey gilt hier nicht mehr. Verwenden Sie einen anderen oder Ihr Passwort.',
  faultPasskeyCanceled: 'Ihr Gerät hat den Passkey nicht bestätigt. Versuchen Sie es noch einmal.',
  faultPasskeyKnown: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  faultPasskeyFailed:
    'Dieses Gerät konnte hier keinen Passkey verwenden. Versuchen Sie es mit einem anderen Gerät oder Browser.',
  faultPasskeyLate: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  faultPasskeyLimit: 'Sie haben schon zehn Passkeys. Entfernen Sie zuerst einen.',
  faultTooOften: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es dann wieder.',
  faultService: 'Der Dienst hat eine Störung. Versuchen Sie es gleich noch einmal.',
  faultPrimary: 'Das darf nur der Hauptbewohner der Wohnung.',
  faultManager: 'Hier kann nur die Hausverwaltung einladen.',
  faultOccupants: 'Der Haushalt ist voll. Entfernen Sie zuerst jemanden.',
  faultResident: 'Diese Person wohnt schon hier.',
  faultNoAnswer: 'Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  faultGone: 'Das gibt es nicht mehr.',
  faultInput: 'Prüfen Sie Ihre Angaben.',
  faultOther: 'Das geht hier gerade nicht. Fragen Sie die Hausverwaltung.',
  faultClosed: 'Hier kann gerade niemand dazukommen. Fragen Sie die Hausverwaltung.',
  faultPhone: 'Das ist keine Telefonnummer. Beginnen Sie mit + und der Landesvorwahl.',
  faultPremium: 'Nachrichten an diese Nummer kosten extra. Verwenden Sie eine andere.',
  faultRecipient: 'An diesen Kontakt gingen zu viele Nachrichten. Versuchen Sie es später wieder.',
  faultCode: 'Dieser Code ist falsch oder abgelaufen. Fordern Sie einen neuen an.',
  faultEmail: 'Das ist keine E-Mail-Adresse.',
  faultQuiet: 'Die Nachtruhe braucht verschiedene Zeiten für Anfang und Ende.',
  faultEmailTaken:
    'Diese E-Mail-Adresse wird schon verwendet. Verwenden Sie eine andere oder fragen Sie Ihre Hausverwaltung.',
  faultPassword:
    'Das aktuelle Passwort ist falsch. Versuchen Sie es noch einmal, oder melden Sie sich ab und wählen Sie „Passwort vergessen?“.',
  faultOldLogin:
    'Geben Sie Ihr aktuelles Passwort ein. Ohne Passwort: Melden Sie sich ab und neu an, und versuchen Sie es innerhalb von 15 Minuten noch einmal.',
  faultCommonPassword: 'Dieses Passwort ist weit verbreitet und leicht zu erraten. Wählen Sie ein anderes.',
  faultNewPassword: 'Das Passwort braucht 10 bis 128 Zeichen.',
  faultText: 'Beschreiben Sie das Problem mit höchstens 1.000 Zeichen.',
};
