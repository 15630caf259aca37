import type { enPasskey } from './en.ts';

/** The notice about a new passkey, in Spanish. */
export const esPasskey: typeof enPasskey = {
  passkeyNotice: {
    subject: 'Se ha añadido una llave de acceso a su cuenta',
    preview: '¿Ha sido usted?',
    lead: 'Se ha añadido una llave de acceso a su cuenta. Con ella se inicia sesión sin contraseña.',
    leadFor:
      'Se ha añadido una llave de acceso a su cuenta de {property}. Con ella se inicia sesión sin contraseña.',
    advice:
      'Si ha sido usted, no tiene que hacer nada. Sus llaves de acceso están en los ajustes del portal.',
    unexpected:
      'Si no ha sido usted, elija «¿Ha olvidado su contraseña?» al iniciar sesión y ponga una contraseña nueva. Así se cierra la sesión en todos los dispositivos y se quitan todas las llaves de acceso.',
  },
};
