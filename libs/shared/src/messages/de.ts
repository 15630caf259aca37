import { deAlerts } from './alerts/de.ts';
import { deEmail } from './email/de.ts';
import { dePass } from './pass/de.ts';
import { dePasskey } from './passkey/de.ts';
import { dePassword } from './password/de.ts';
import { deVoice } from './voice/de.ts';
import type { Messages } from './en.ts';

/** German, with the formal form of address. */
export const de: Messages = {
  language: 'de',
  dir: 'ltr',
  unit: 'Wohnung {label}',
  mail: {
    subject: 'Ihre Einladung: {property}',
    reminderSubject: 'Erinnerung an Ihre Einladung: {property}',
    preview: '{unit}, {property}. Gültig bis {expiry}.',
    greeting: 'Guten Tag,',
    greetingByName: 'Guten Tag {name},',
    offer: '{tenant} lädt Sie ein: {unit}, {property}.',
    reminder: 'Sie haben Ihre Einladung noch nicht genutzt. Der Link gilt weiterhin.',
    purpose: 'Registrieren Sie sich, um Türen mit dem Telefon zu öffnen und Anrufe von der Tür anzunehmen.',
    button: 'Einladung annehmen',
    copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
    expiry: 'Der Link gilt bis {expiry}.',
    personal: 'Der Link ist nur für Sie. Bitte leiten Sie diese Nachricht nicht weiter.',
    unexpected: 'Wenn Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren.',
    sender: 'Gesendet im Auftrag von {tenant}. Diese Adresse empfängt keine E-Mails.',
  },
  ...dePass,
  ...dePassword,
  ...dePasskey,
  ...deEmail,
  sms: {
    invite:
      '{tenant}: Ihre Einladung, {unit}, {property}. Registrieren: {url} Gültig bis {date}. Mit STOP abbestellen.',
    reminder:
      '{tenant}: Ihre Einladung, {unit}, {property}, ist noch offen. Registrieren: {url} Gültig bis {date}. Mit STOP abbestellen.',
    pass: '{tenant}: Ihr Gästepass, {property}. {period} Türen und PIN: {url} Mit STOP abbestellen.',
    code: '{code} ist Ihr Code für {tenant}. Er gilt {minutes} Minuten. Geben Sie ihn nicht weiter.',
    help: 'Diese Nummer sendet Nachrichten zu Ihrem Zuhause. Hilfe gibt Ihre Hausverwaltung. Mit STOP abbestellen.',
  },
  push: {
    test: { title: 'Test', body: 'Dieses Gerät erhält Ihre Anrufe und Nachrichten.' },
    ringing: { title: 'Es klingelt', body: '{property}, {unit}' },
    missed: { title: 'Verpasster Anruf von der Tür', body: '{property}, {unit}: Niemand hat geantwortet.' },
    answered: {
      title: 'Anruf von der Tür',
      body: '{property}, {unit}: Jemand anderes in Ihrer Wohnung hat geantwortet.',
    },
  },
  voice: deVoice,
  alerts: deAlerts,
  join: {
    title: '{property}, {unit}: Registrierung',
    errorTitle: 'Fehler: {title}',
    welcome: 'Willkommen: {property}',
    home: 'Richten Sie Ihren Zugang ein: {unit}. Sagen Sie uns noch, wer Sie sind.',
    invitedBy: 'Eingeladen von {tenant}. Der Link gilt bis {expiry}.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    emailOptional: 'E-Mail (optional)',
    phoneOptional: 'Telefon (optional)',
    password: 'Passwort',
    kept: 'Uns liegt {masked} vor. Lassen Sie das Feld leer, um das zu verwenden.',
    mailed: 'Ihre Einladung ging an diese Adresse.',
    passwordHint:
      'Mindestens 10 Zeichen. Wenn Sie mit dieser E-Mail schon ein Konto haben, verwenden Sie dessen Passwort.',
    submit: 'Registrieren',
    summary: 'Bitte prüfen Sie Folgendes',
    askFirstName: 'Geben Sie Ihren Vornamen ein.',
    askLastName: 'Geben Sie Ihren Nachnamen ein.',
    askEmail: 'Geben Sie Ihre E-Mail ein: Die Einladung enthält keine.',
    askPassword: 'Wählen Sie ein Passwort.',
    wrongEmail: 'Geben Sie die ganze E-Mail-Adresse ein, zum Beispiel name@example.com.',
    wrongPhone: 'Geben Sie die ganze Telefonnummer ein, bei einer ausländischen mit Ländervorwahl.',
    premiumPhone: 'Nachrichten an diese Nummer kosten extra. Geben Sie eine andere ein.',
    shortPassword: 'Verwenden Sie mindestens 10 Zeichen.',
    longPassword: 'Verwenden Sie höchstens 128 Zeichen.',
    commonPassword: 'Dieses Passwort verwenden viele, es ist leicht zu erraten. Wählen Sie ein anderes.',
    accountExists: 'Zu dieser E-Mail gibt es schon ein Konto. Geben Sie dessen Passwort ein.',
    forgot: 'Passwort vergessen? Legen Sie ein neues fest.',
    otherEmail: 'Hier wohnt schon jemand mit dieser E-Mail. Verwenden Sie die E-Mail der Einladung.',
    wrongValue: 'Geben Sie das noch einmal ein, in einer Zeile mit höchstens 100 Zeichen.',
    doneTitle: 'Willkommen: {property}',
    doneHeading: 'Willkommen, {name}',
    doneHome: 'Ihr Zuhause hier: {unit}, {property}.',
    nextHeading: 'So geht es weiter',
    openPortal: 'Meine Türen öffnen',
    next: 'Oder öffnen Sie die App und melden Sie sich mit Ihrer E-Mail und dem gewählten Passwort an. Den Link der Einladung brauchen Sie nicht mehr.',
    renew: 'Neuen Link anfordern',
  },
  notices: {
    unknownLink: {
      title: 'Diesen Link kennen wir nicht',
      advice:
        'Öffnen Sie den Link genau so, wie Sie ihn erhalten haben, oder bitten Sie Ihre Hausverwaltung um einen neuen.',
    },
    unreadableLink: {
      title: 'Dieser Link ist nicht lesbar',
      advice:
        'Öffnen Sie den Link genau so, wie Sie ihn erhalten haben, oder bitten Sie Ihre Hausverwaltung um einen neuen.',
    },
    away: {
      title: 'Wir sind gleich wieder da',
      advice:
        'Bei uns funktioniert gerade etwas nicht. Versuchen Sie es in einer Minute noch einmal. Ihre Einladung bleibt unverändert.',
    },
    foreignForm: {
      title: 'Dieses Formular kommt von einer anderen Website',
      advice: 'Öffnen Sie den Link Ihrer Einladung und verwenden Sie das Formular auf dieser Seite.',
    },
    former: {
      title: 'Sie sind ausgezogen',
      advice: 'Wenn Sie wieder hier wohnen, bitten Sie Ihre Hausverwaltung um eine neue Einladung.',
    },
    disabled: {
      title: 'Ihr Zugang ist gesperrt',
      advice: 'Bitten Sie Ihre Hausverwaltung, ihn freizugeben.',
    },
    suspended: {
      title: 'Dieser Dienst ist ausgesetzt',
      advice:
        'Zurzeit kann sich hier niemand registrieren. Fragen Sie Ihre Hausverwaltung, wann es wieder möglich ist.',
    },
    wrongMethod: {
      title: 'Diese Seite kann das nicht',
      advice: 'Öffnen Sie den Link Ihrer Einladung noch einmal und verwenden Sie das Formular dort.',
    },
    accepted: {
      title: 'Diese Einladung wurde schon benutzt',
      advice:
        'Wenn Sie das waren, melden Sie sich in der App mit E-Mail und Passwort an. Wenn nicht, sagen Sie es Ihrer Hausverwaltung.',
    },
    expired: {
      title: 'Diese Einladung ist abgelaufen',
      advice: 'Fordern Sie hier einen neuen Link an. Ihre Hausverwaltung schickt ihn Ihnen.',
    },
    renewed: {
      title: 'Wir haben einen neuen Link angefordert',
      advice:
        'Ihre Hausverwaltung weiß, dass Sie ihn brauchen. Er kommt auf demselben Weg wie diese Einladung.',
    },
    pending: {
      title: 'Diese Einladung gilt noch',
      advice: 'Sie brauchen keinen neuen Link. Öffnen Sie den Ihrer Einladung noch einmal.',
    },
    revoked: {
      title: 'Diese Einladung gilt nicht mehr',
      advice: 'Bitten Sie Ihre Hausverwaltung um eine neue.',
    },
    superseded: {
      title: 'Diese Einladung wurde ersetzt',
      advice:
        'Öffnen Sie den neuesten Link, den Sie erhalten haben. Wenn Sie schon hier wohnen, melden Sie sich in der App an.',
    },
    longForm: {
      title: 'Das Formular ist zu lang',
      advice: 'Öffnen Sie den Link Ihrer Einladung noch einmal und verwenden Sie das Formular dort.',
    },
    unreadableForm: {
      title: 'Dieses Formular ist nicht lesbar',
      advice: 'Öffnen Sie den Link Ihrer Einladung noch einmal und verwenden Sie das Formular dort.',
    },
    identityConflict: {
      title: 'Diese E-Mail gehört zu einem anderen Anmeldekonto',
      advice:
        'Bitten Sie Ihre Hausverwaltung, die alte Verknüpfung zu lösen. Öffnen Sie dann den Link Ihrer Einladung noch einmal.',
    },
    tooManyTries: {
      title: 'Zu viele Versuche',
      advice: 'Warten Sie 15 Minuten und versuchen Sie es dann noch einmal.',
    },
    internal: {
      title: 'Bei uns ist etwas schiefgegangen',
      advice: 'Versuchen Sie es in einer Minute noch einmal. Geschieht es wieder, bitten Sie um Hilfe.',
    },
    passUnknown: {
      title: 'Diesen Gästepass kennen wir nicht',
      advice:
        'Öffnen Sie den Link genau so, wie Sie ihn erhalten haben, oder bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    },
    passEnded: {
      title: 'Dieser Gästepass ist abgelaufen',
      advice: 'Bitten Sie die Person, die ihn Ihnen geschickt hat, um einen neuen.',
    },
    passRevoked: {
      title: 'Dieser Gästepass wurde widerrufen',
      advice: 'Fragen Sie die Person, die ihn Ihnen geschickt hat, ob es einen neuen gibt.',
    },
    passHostGone: {
      title: 'Dieser Gästepass öffnet keine Türen mehr',
      advice:
        'Die Person, die ihn ausgestellt hat, hat hier keinen Zugang mehr. Bitten Sie die Hausverwaltung, Sie hereinzulassen.',
    },
    passDenied: {
      title: 'Der Gästepass öffnet diese Tür jetzt nicht',
      advice:
        'Öffnen Sie den Link Ihres Gästepasses noch einmal: Dort steht, wann er gilt und wie oft er noch nutzbar ist.',
    },
    passTooOften: {
      title: 'Der Gästepass wurde zu oft benutzt',
      advice:
        'Über diese Seite lassen sich Türen zehnmal in der Stunde öffnen. Verwenden Sie die PIN an der Tür oder warten Sie.',
    },
    passAway: {
      title: 'Wir sind gleich wieder da',
      advice:
        'Bei uns funktioniert gerade etwas nicht. Versuchen Sie es in einer Minute noch einmal, oder verwenden Sie die PIN an der Tür.',
    },
    passForm: {
      title: 'Diese Seite kann das nicht',
      advice: 'Öffnen Sie den Link Ihres Gästepasses noch einmal und verwenden Sie die Schaltflächen dort.',
    },
    passOther: {
      title: 'Etwas hat nicht funktioniert',
      advice:
        'Öffnen Sie den Link Ihres Gästepasses noch einmal. Geht es dann nicht, rufen Sie die Person an, die ihn geschickt hat.',
    },
    other: {
      title: 'Etwas hat nicht funktioniert',
      advice:
        'Öffnen Sie den Link Ihrer Einladung noch einmal. Geht es dann nicht, fragen Sie Ihre Hausverwaltung.',
    },
  },
  reference: 'Wenn Sie um Hilfe bitten, nennen Sie diese Kennung: {id}',
};
