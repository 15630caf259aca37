import type { enEmail } from './en.ts';

/** A changed e-mail address: the mail with its code, and the notice to the old address, in Spanish. */
export const esEmail: typeof enEmail = {
  emailCode: {
    subject: '{code} es su código',
    preview: 'El código es válido durante {minutes} minutos.',
    lead: 'Ha pedido iniciar sesión con esta dirección de correo. Introduzca el código {code} para confirmarla.',
    leadFor:
      'Ha pedido usar esta dirección de correo para su vivienda en {property}. Introduzca el código {code} para confirmarla.',
    advice: 'El código sirve una sola vez, durante {minutes} minutos. No lo comparta con nadie.',
    unexpected: 'Si no lo ha pedido, ignore este mensaje. No cambia nada.',
  },
  emailNotice: {
    subject: 'Se ha cambiado su correo electrónico',
    preview: 'Esta dirección ya no sirve para iniciar sesión.',
    lead: 'Se ha cambiado el correo electrónico de su cuenta. Esta dirección ya no sirve para iniciar sesión.',
    leadFor:
      'Se ha cambiado el correo electrónico de su cuenta en {property}. Esta dirección ya no sirve para iniciar sesión.',
    advice: 'A partir de ahora, inicie sesión con la dirección nueva. Su contraseña no cambia.',
    unexpected: 'Si no ha sido usted, avise enseguida a la administración de su edificio.',
  },
};
