/** The sentences of the mail; `{minutes}` and `{name}` stand for values. */
interface ResetWords {
  subject: string;
  greeting: string;
  greetingByName: string;
  request: string;
  button: string;
  copyLink: string;
  expiry: string;
  unexpected: string;
}

const words = {
  en: {
    subject: 'Set a new password',
    greeting: 'Hello,',
    greetingByName: 'Hello {name},',
    request: 'You have asked to set a new password. Open this link to choose one:',
    button: 'Choose a new password',
    copyLink: 'If the button does not work, copy this link into your browser:',
    expiry:
      'The link works once, for {minutes} minutes. It is only for you. With the new password you are signed out on all devices.',
    unexpected: 'If you did not ask for this, ignore this message. Your password stays as it is.',
  },
  es: {
    subject: 'Elija una contraseña nueva',
    greeting: 'Hola:',
    greetingByName: 'Hola, {name}:',
    request: 'Ha pedido una contraseña nueva. Abra este enlace para elegirla:',
    button: 'Elegir una contraseña nueva',
    copyLink: 'Si el botón no funciona, copie este enlace en su navegador:',
    expiry:
      'El enlace funciona una sola vez, durante {minutes} minutos, y es solo para usted. Con la contraseña nueva se cerrará la sesión en todos los dispositivos.',
    unexpected: 'Si no lo ha pedido, ignore este mensaje. Su contraseña no cambia.',
  },
  fr: {
    subject: 'Choisissez un nouveau mot de passe',
    greeting: 'Bonjour,',
    greetingByName: 'Bonjour {name},',
    request: 'Vous avez demandé un nouveau mot de passe. Ouvrez ce lien pour le choisir :',
    button: 'Choisir un nouveau mot de passe',
    copyLink: 'Si le bouton ne fonctionne pas, copiez ce lien dans votre navigateur :',
    expiry:
      'Le lien fonctionne une seule fois, pendant {minutes} minutes. Il est personnel. Avec le nouveau mot de passe, vous serez déconnecté de tous vos appareils.',
    unexpected: 'Si vous n’avez rien demandé, ignorez ce message. Votre mot de passe ne change pas.',
  },
  de: {
    subject: 'Neues Passwort festlegen',
    greeting: 'Guten Tag,',
    greetingByName: 'Guten Tag {name},',
    request: 'Sie möchten ein neues Passwort festlegen. Öffnen Sie dazu diesen Link:',
    button: 'Neues Passwort wählen',
    copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diesen Link in Ihren Browser:',
    expiry:
      'Der Link gilt einmal, {minutes} Minuten lang, und ist nur für Sie. Mit dem neuen Passwort werden Sie auf allen Geräten abgemeldet.',
    unexpected: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht. Ihr Passwort bleibt.',
  },
} as const satisfies Record<string, ResetWords>;

type Language = keyof typeof words;

/** The languages of the mail. */
export const resetLanguages = Object.keys(words) as Language[];

/** The language of a tag (BCP 47), such as `de` for `de-AT`; English for one that the mail is not written in. */
export function resetLanguageOf(tag: string | null): Language {
  const [primary] = (tag ?? '').toLowerCase().split(/[-_]/);
  return resetLanguages.find((language) => language === primary) ?? 'en';
}

/** The sentences in a language. */
export const resetWordsIn = (language: Language): ResetWords => words[language];
