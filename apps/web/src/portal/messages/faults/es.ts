import type { enFaults } from './en.ts';

/** Messages about faults in Spanish. */
export const esFaults: Record<keyof typeof enFaults, string> = {
  faultCredentials: 'El correo y la contraseña no coinciden.',
  faultFormer: 'Ya no vive aquí. Pida una invitación nueva a la administración.',
  faultDisabled: 'Su acceso está desactivado. Pregunte a la administración.',
  faultUnknown: 'Ningún residente tiene todavía este correo. Pida una invitación.',
  faultUnverified:
    'Su correo aún no está confirmado. Confírmelo en su cuenta de inicio de sesión único e inicie sesión de nuevo.',
  faultOtherIdentity:
    'Este correo pertenece a otra cuenta de acceso. Pida a la administración que desvincule la anterior.',
  faultIdentityAway:
    'El inicio de sesión único no responde. Inténtelo de nuevo en un momento o use su contraseña.',
  faultCanceled: 'Ha cancelado el inicio de sesión. Inténtelo de nuevo o use su contraseña.',
  faultIdentity: 'El inicio de sesión único ha fallado. Empiece de nuevo.',
  faultUnasked: 'Este inicio de sesión no se empezó aquí o ya ha caducado. Empiece de nuevo.',
  faultPasskey: 'Esta llave de acceso ya no sirve aquí. Use otra o su contraseña.',
  faultPasskeyCanceled: 'Su dispositivo no ha confirmado la llave de acceso. Inténtelo de nuevo.',
  faultPasskeyKnown: 'Este dispositivo ya tiene una llave de acceso para su cuenta.',
  faultPasskeyFailed:
    'Este dispositivo no ha podido usar una llave de acceso aquí. Pruebe con otro dispositivo o navegador.',
  faultPasskeyLate: 'Ha tardado demasiado. Inténtelo de nuevo.',
  faultPasskeyLimit: 'Ya tiene diez llaves de acceso. Quite una primero.',
  faultTooOften: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  faultService: 'El servicio tiene un problema. Inténtelo de nuevo en un momento.',
  faultPrimary: 'Solo el residente principal puede hacerlo.',
  faultManager: 'Aquí solo puede invitar la administración.',
  faultOccupants: 'El hogar ha llegado a su límite. Quite antes a alguien.',
  faultResident: 'Esta persona ya vive aquí.',
  faultNoAnswer: 'El servicio no responde. Compruebe la conexión e inténtelo de nuevo.',
  faultGone: 'Esto ya no existe.',
  faultInput: 'Revise sus datos.',
  faultOther: 'Ahora no se puede hacer aquí. Pregunte a la administración.',
  faultClosed: 'Ahora no se puede añadir a nadie aquí. Pregunte a la administración.',
  faultPhone: 'Esto no es un número de teléfono. Empiece con + y el prefijo del país.',
  faultPremium: 'Los mensajes a este número tienen un coste adicional. Use otro número.',
  faultRecipient: 'Ya se han enviado demasiados mensajes a este contacto. Inténtelo más tarde.',
  faultCode: 'Este código es incorrecto o ha caducado. Pida uno nuevo.',
  faultEmail: 'Esto no es un correo electrónico.',
  faultQuiet: 'Las horas de silencio necesitan un inicio y un fin distintos.',
  faultEmailTaken: 'Otra persona usa este correo electrónico. Use otro o pregunte a la administración.',
  faultPassword:
    'La contraseña actual no es correcta. Inténtelo de nuevo, o cierre la sesión y elija «¿Ha olvidado su contraseña?».',
  faultOldLogin:
    'Escriba su contraseña actual. Si no tiene, cierre la sesión, vuelva a iniciarla e inténtelo de nuevo en los 15 minutos siguientes.',
  faultCommonPassword: 'Mucha gente usa esta contraseña y es fácil de adivinar. Elija otra.',
  faultNewPassword: 'Use entre 10 y 128 caracteres.',
  faultText: 'Describa el problema en 1000 caracteres como máximo.',
};
