import { esAlerts } from './alerts/es.ts';
import { esEmail } from './email/es.ts';
import { esPass } from './pass/es.ts';
import { esPasskey } from './passkey/es.ts';
import { esPassword } from './password/es.ts';
import { esVoice } from './voice/es.ts';
import type { Messages } from './en.ts';

/** Spanish, with the formal form of address. */
export const es: Messages = {
  language: 'es',
  dir: 'ltr',
  unit: 'la vivienda {label}',
  mail: {
    subject: 'Su invitación a {property}',
    reminderSubject: 'Recordatorio: su invitación a {property}',
    preview: '{unit}, {property}. Válida hasta el {expiry}.',
    greeting: 'Hola:',
    greetingByName: 'Hola, {name}:',
    offer: '{tenant} le invita a {unit}, en {property}.',
    reminder: 'Todavía no ha usado su invitación. El enlace sigue funcionando.',
    purpose:
      'Regístrese para abrir las puertas con su teléfono y atender las llamadas del portero automático.',
    button: 'Aceptar la invitación',
    copyLink: 'Si el botón no funciona, copie este enlace en su navegador:',
    expiry: 'El enlace es válido hasta el {expiry}.',
    personal: 'El enlace es solo para usted. No reenvíe este mensaje.',
    unexpected: 'Si no esperaba este mensaje, puede ignorarlo.',
    sender: 'Enviado en nombre de {tenant}. Esta dirección no recibe correo.',
  },
  ...esPass,
  ...esPassword,
  ...esPasskey,
  ...esEmail,
  sms: {
    invite:
      '{tenant}: su invitación a {unit}, {property}. Regístrese: {url} Válida hasta el {date}. Responda STOP para no recibir más.',
    reminder:
      '{tenant}: su invitación a {unit}, {property} sigue abierta. Regístrese: {url} Válida hasta el {date}. Responda STOP para no recibir más.',
    pass: '{tenant}: su pase para {property}. {period} Puertas y PIN: {url} Responda STOP para no recibir más.',
    code: '{code} es su código para {tenant}. Es válido durante {minutes} minutos. No lo comparta con nadie.',
    help: 'Este número envía mensajes sobre su vivienda. Para ayuda, consulte a la administración. Responda STOP para no recibir más.',
  },
  push: {
    test: { title: 'Prueba', body: 'Este dispositivo recibe sus llamadas y mensajes.' },
    ringing: { title: 'Alguien llama a la puerta', body: '{property}, {unit}' },
    missed: { title: 'Llamada perdida del portero automático', body: '{property}, {unit}: nadie contestó.' },
    answered: {
      title: 'Llamada del portero automático',
      body: '{property}, {unit}: contestó otra persona de su hogar.',
    },
  },
  voice: esVoice,
  alerts: esAlerts,
  join: {
    title: 'Unirse a {property}, {unit}',
    errorTitle: 'Error: {title}',
    welcome: 'Le damos la bienvenida a {property}',
    home: 'Configure su acceso a {unit}. Díganos quién es para terminar.',
    invitedBy: 'Le invita {tenant}. El enlace es válido hasta el {expiry}.',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    emailOptional: 'Correo electrónico (opcional)',
    phoneOptional: 'Teléfono (opcional)',
    password: 'Contraseña',
    kept: 'Ya tenemos {masked}. Deje este campo vacío para usarlo.',
    mailed: 'Su invitación llegó a esta dirección.',
    passwordHint: 'Al menos 10 caracteres. Si ya tiene una cuenta con este correo, use su contraseña.',
    submit: 'Unirse a {property}',
    summary: 'Revise lo siguiente',
    askFirstName: 'Escriba su nombre.',
    askLastName: 'Escriba sus apellidos.',
    askEmail: 'Escriba su correo electrónico: la invitación no tiene ninguno.',
    askPassword: 'Elija una contraseña.',
    wrongEmail: 'Escriba la dirección de correo completa, por ejemplo nombre@example.com.',
    wrongPhone: 'Escriba el número de teléfono completo. Si es de otro país, añada el prefijo.',
    premiumPhone: 'Los mensajes a este número tienen un coste adicional. Escriba otro.',
    shortPassword: 'Use al menos 10 caracteres.',
    longPassword: 'Use 128 caracteres como máximo.',
    commonPassword: 'Muchas personas usan esta contraseña y es fácil de adivinar. Elija otra.',
    accountExists: 'Ya existe una cuenta con este correo. Escriba su contraseña.',
    forgot: '¿Ha olvidado su contraseña? Elija una nueva.',
    otherEmail: 'Ya vive aquí una persona con este correo. Use el correo al que se envió la invitación.',
    wrongValue: 'Escríbalo de nuevo, en una sola línea de 100 caracteres como máximo.',
    doneTitle: 'Le damos la bienvenida a {property}',
    doneHeading: 'Hola, {name}',
    doneHome: 'Su vivienda aquí es {unit}, en {property}.',
    nextHeading: 'Qué hacer ahora',
    openPortal: 'Abrir mis puertas',
    next: 'O abra la aplicación e inicie sesión con su correo y la contraseña que acaba de elegir. Ya no necesita el enlace de la invitación.',
    renew: 'Pedir un enlace nuevo',
  },
  notices: {
    unknownLink: {
      title: 'No conocemos este enlace',
      advice: 'Abra el enlace tal como lo recibió, o pida uno nuevo a la administración de su edificio.',
    },
    unreadableLink: {
      title: 'No se puede leer este enlace',
      advice: 'Abra el enlace tal como lo recibió, o pida uno nuevo a la administración de su edificio.',
    },
    away: {
      title: 'Volvemos enseguida',
      advice:
        'Algo no funciona en este momento por nuestra parte. Inténtelo de nuevo en un minuto. Su invitación no cambia.',
    },
    foreignForm: {
      title: 'Este formulario viene de otro sitio',
      advice: 'Abra el enlace de su invitación y use el formulario de esa página.',
    },
    former: {
      title: 'Usted ya no vive aquí',
      advice: 'Si vuelve a vivir aquí, pida una invitación nueva a la administración de su edificio.',
    },
    disabled: {
      title: 'Su acceso está desactivado',
      advice: 'Pida a la administración de su edificio que lo active.',
    },
    suspended: {
      title: 'Este servicio está suspendido',
      advice:
        'De momento nadie puede unirse a este edificio. Pregunte a la administración cuándo será posible.',
    },
    wrongMethod: {
      title: 'Esta página no puede hacer eso',
      advice: 'Abra de nuevo el enlace de su invitación y use el formulario de esa página.',
    },
    accepted: {
      title: 'Esta invitación ya se ha usado',
      advice:
        'Si fue usted, abra la aplicación e inicie sesión con su correo y contraseña. Si no, avise a la administración de su edificio.',
    },
    expired: {
      title: 'Esta invitación ha caducado',
      advice: 'Pida aquí un enlace nuevo. La administración de su edificio se lo enviará.',
    },
    renewed: {
      title: 'Hemos pedido un enlace nuevo',
      advice:
        'La administración de su edificio sabe que lo necesita. Llegará por la misma vía que esta invitación.',
    },
    pending: {
      title: 'Esta invitación sigue siendo válida',
      advice: 'No necesita un enlace nuevo. Abra de nuevo el enlace de su invitación y regístrese.',
    },
    revoked: {
      title: 'Esta invitación ya no es válida',
      advice: 'Pida una nueva a la administración de su edificio.',
    },
    superseded: {
      title: 'Esta invitación se ha sustituido',
      advice: 'Abra el enlace más reciente que recibió. Si ya vive aquí, abra la aplicación e inicie sesión.',
    },
    longForm: {
      title: 'El formulario es demasiado largo',
      advice: 'Abra de nuevo el enlace de su invitación y use el formulario de esa página.',
    },
    unreadableForm: {
      title: 'No se puede leer este formulario',
      advice: 'Abra de nuevo el enlace de su invitación y use el formulario de esa página.',
    },
    identityConflict: {
      title: 'Este correo pertenece a otra cuenta de acceso',
      advice:
        'Pida a la administración de su edificio que desvincule la anterior. Después abra de nuevo el enlace de su invitación.',
    },
    tooManyTries: { title: 'Demasiados intentos', advice: 'Espere 15 minutos e inténtelo de nuevo.' },
    internal: {
      title: 'Algo ha fallado por nuestra parte',
      advice: 'Inténtelo de nuevo en un minuto. Si vuelve a ocurrir, pida ayuda.',
    },
    passUnknown: {
      title: 'No conocemos este pase',
      advice: 'Abra el enlace tal como lo recibió, o pida uno nuevo a la persona que se lo envió.',
    },
    passEnded: { title: 'Este pase ha caducado', advice: 'Pida uno nuevo a la persona que se lo envió.' },
    passRevoked: {
      title: 'Este pase se ha revocado',
      advice: 'Pregunte a la persona que se lo envió si hay uno nuevo.',
    },
    passHostGone: {
      title: 'Este pase ya no abre puertas',
      advice:
        'La persona que lo creó ya no tiene acceso aquí. Pida a la administración del edificio que le deje entrar.',
    },
    passDenied: {
      title: 'El pase no abre esta puerta ahora',
      advice: 'Abra de nuevo el enlace de su pase: muestra cuándo funciona y cuántos usos quedan.',
    },
    passTooOften: {
      title: 'El pase se ha usado demasiado',
      advice: 'Esta página puede abrir puertas diez veces por hora. Use el PIN en la puerta o espere.',
    },
    passAway: {
      title: 'Volvemos enseguida',
      advice:
        'Algo no funciona por nuestra parte en este momento. Inténtelo de nuevo en un minuto, o use el PIN en la puerta.',
    },
    passForm: {
      title: 'Esta página no puede hacer eso',
      advice: 'Abra de nuevo el enlace de su pase y use los botones de esa página.',
    },
    passOther: {
      title: 'Algo no ha funcionado',
      advice: 'Abra de nuevo el enlace de su pase. Si no funciona, llame a la persona que se lo envió.',
    },
    other: {
      title: 'Algo no ha funcionado',
      advice:
        'Abra de nuevo el enlace de su invitación. Si tampoco funciona, pregunte a la administración de su edificio.',
    },
  },
  reference: 'Si pide ayuda, indique esta referencia: {id}',
};
