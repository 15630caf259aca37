import type { enEmail } from './en.ts';

/** A changed e-mail address: the mail with its code, and the notice to the old address, in German. */
export const deEmail: typeof enEmail = {
  emailCode: {
    subject: '{code} ist Ihr Code',
    preview: 'Der Code gilt {minutes} Minuten.',
    lead: 'Sie möchten sich künftig mit dieser E-Mail-Adresse anmelden. Bestätigen Sie sie mit dem Code {code}.',
    leadFor:
      'Sie möchten diese E-Mail-Adresse für Ihr Zuhause verwenden ({property}). Bestätigen Sie sie mit dem Code {code}.',
    advice: 'Der Code gilt einmal, {minutes} Minuten lang. Geben Sie ihn nicht weiter.',
    unexpected:
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht. Es ändert sich nichts.',
  },
  emailNotice: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    preview: 'Mit dieser Adresse können Sie sich nicht mehr anmelden.',
    lead: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. Mit dieser Adresse können Sie sich nicht mehr anmelden.',
    leadFor:
      'Die E-Mail-Adresse Ihres Kontos wurde geändert ({property}). Mit dieser Adresse können Sie sich nicht mehr anmelden.',
    advice: 'Melden Sie sich ab jetzt mit der neuen Adresse an. Ihr Passwort bleibt gleich.',
    unexpected: 'Wenn Sie das nicht waren, sagen Sie bitte sofort Ihrer Hausverwaltung Bescheid.',
  },
};
