import type { enPassword } from './en.ts';

/** A forgotten password: its mail and its pages, in Spanish. */
export const esPassword: typeof enPassword = {
  resetMail: {
    preview: 'El enlace funciona una sola vez, durante {minutes} minutos.',
    subject: 'Elija una contraseña nueva',
    greeting: 'Hola:',
    greetingByName: 'Hola, {name}:',
    request: 'Ha pedido una contraseña nueva. Abra este enlace para elegirla:',
    requestFor:
      'Ha pedido una contraseña nueva para su vivienda en {property}. Abra este enlace para elegirla:',
    button: 'Elegir una contraseña nueva',
    copyLink: 'Si el botón no funciona, copie este enlace en su navegador:',
    expiry:
      'El enlace funciona una sola vez, durante {minutes} minutos, y es solo para usted. Con la contraseña nueva se cerrará la sesión en todos los dispositivos.',
    unexpected: 'Si no lo ha pedido, ignore este mensaje. Su contraseña no cambia.',
  },
  reset: {
    title: 'Elija una contraseña nueva',
    advice:
      'Se cerrará la sesión en todos los dispositivos y se quitarán sus llaves de acceso. Inicie sesión de nuevo con la contraseña nueva.',
    label: 'Contraseña nueva',
    hint: 'Al menos 10 caracteres.',
    save: 'Guardar la contraseña',
    savedTitle: 'Su contraseña nueva está guardada',
    savedAdvice:
      'Se ha cerrado la sesión en todos los dispositivos. Inicie sesión aquí o en la aplicación con su correo y la contraseña nueva. Si tiene una invitación pendiente, abra su enlace de nuevo y escriba allí la contraseña nueva.',
    signIn: 'Iniciar sesión',
    ended: {
      title: 'Este enlace ya no funciona',
      advice:
        'Un enlace para elegir una contraseña funciona una sola vez, durante una hora. Abra el más reciente que haya recibido o pida uno nuevo.',
    },
    askTitle: 'Pida una contraseña nueva',
    askAdvice:
      'Escriba el correo de su cuenta. Le enviaremos un enlace con el que podrá elegir una contraseña nueva.',
    ask: 'Enviar el enlace',
    sentTitle: 'Mire su correo',
    sentAdvice:
      'Si existe una cuenta con este correo, el mensaje está en camino. Su enlace funciona una sola vez, durante una hora.',
  },
};
