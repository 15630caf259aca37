import type { enPassword } from './en.ts';

/** A forgotten password: its mail and its pages, in German. */
export const dePassword: typeof enPassword = {
  resetMail: {
    preview: 'Der Link gilt einmal, {minutes} Minuten lang.',
    subject: 'Neues Passwort festlegen',
    greeting: 'Guten Tag,',
    greetingByName: 'Guten Tag {name},',
    request: 'Sie möchten ein neues Passwort festlegen. Öffnen Sie dazu diesen Link:',
    requestFor:
      'Sie möchten ein neues Passwort für Ihr Zuhause festlegen ({property}). Öffnen Sie dazu diesen Link:',
    button: 'Neues Passwort wählen',
    copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
    expiry:
      'Der Link gilt einmal, {minutes} Minuten lang, und ist nur für Sie. Mit dem neuen Passwort werden Sie auf allen Geräten abgemeldet.',
    unexpected: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht. Ihr Passwort bleibt.',
  },
  reset: {
    title: 'Wählen Sie ein neues Passwort',
    advice:
      'Sie werden auf allen Geräten abgemeldet, und Ihre Passkeys werden entfernt. Melden Sie sich mit dem neuen Passwort wieder an.',
    label: 'Neues Passwort',
    hint: 'Mindestens 10 Zeichen.',
    save: 'Passwort speichern',
    savedTitle: 'Ihr neues Passwort ist gespeichert',
    savedAdvice:
      'Sie sind auf allen Geräten abgemeldet. Melden Sie sich hier oder in der App mit Ihrer E-Mail und dem neuen Passwort an. Wenn Sie eine offene Einladung haben, öffnen Sie deren Link noch einmal und geben Sie dort das neue Passwort ein.',
    signIn: 'Anmelden',
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      advice:
        'Ein Link für ein neues Passwort gilt einmal, eine Stunde lang. Öffnen Sie den neuesten oder fordern Sie einen an.',
    },
    askTitle: 'Neues Passwort anfordern',
    askAdvice:
      'Geben Sie die E-Mail Ihres Kontos ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort wählen können.',
    ask: 'Link schicken',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sentAdvice:
      'Wenn es ein Konto mit dieser E-Mail gibt, ist eine Nachricht unterwegs. Ihr Link gilt einmal, eine Stunde lang.',
  },
};
