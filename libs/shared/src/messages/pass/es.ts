import type { enPass } from './en.ts';

/** Texts for guests with a pass: its page, and the mail with its link; in Spanish. */
export const esPass: typeof enPass = {
  pass: {
    title: 'Su pase para {property}',
    guest: 'Para {name}.',
    period: 'Válido: {times}.',
    daily: '{days}, de {from} a {to}.',
    allDay: '{days}, todo el día.',
    everyDay: 'Todos los días',
    localTime: 'Las horas son las del edificio.',
    pinHeading: 'Su PIN',
    pinHint: 'Márquelo en el teclado de la puerta.',
    doorsHeading: 'Abrir una puerta',
    open: 'Abrir {door}',
    offline: '{door} no responde en este momento. Es posible que no se abra.',
    notNow: 'El pase no abre puertas en este momento. Vuelva cuando sea válido.',
    usedUp: 'El pase ya no tiene usos. Pida uno nuevo a la persona que se lo envió.',
    usesLeft: 'Usos restantes: {count}.',
    opening: 'Abriendo {door}',
    openingAdvice: 'Esto tarda unos segundos.',
    showResult: 'Mostrar el resultado',
    opened: '{door} está abierta',
    openedAdvice: 'La puerta lo confirmó a las {time}. Entre ahora.',
    unanswered: '{door} no ha respondido',
    unansweredAdvice:
      'Puede que se haya abierto de todos modos. Pruebe primero la puerta y vuelva a intentarlo aquí.',
    failed: '{door} no se abrió',
    failedAdvice: 'Vuelva a intentarlo en un minuto. Si no se abre, llame a la persona que le envió el pase.',
    back: 'Volver al pase',
  },
  passMail: {
    offer: '{tenant} ha creado un pase para usted. Abre puertas en {property}.',
    purpose:
      'El enlace abre las puertas. Mientras el pase es válido, también muestra su PIN para los teclados.',
    button: 'Abrir el pase',
  },
};
