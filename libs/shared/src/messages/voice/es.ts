import type { enVoice } from './en.ts';

/** Announcements in a visitor's call, in Spanish. */
export const esVoice: typeof enVoice = {
  unavailable: 'Lo sentimos. Su llamada no se puede conectar en este momento. Inténtelo más tarde.',
  notInService: 'Este número no está en servicio. Compruebe el número. Adiós.',
  askUnit:
    'Le damos la bienvenida a {place}. Marque el número o el código de la vivienda y pulse la almohadilla.',
  askUnitAgain: 'Esa vivienda no existe. Marque el número o el código otra vez y pulse la almohadilla.',
  unitUnknown: 'Esa vivienda no existe. Pregunte por el código correcto y llame de nuevo. Adiós.',
  nobody: 'Nadie puede contestar en este momento. Inténtelo más tarde. Adiós.',
  calling: 'Estamos llamando a los residentes. No cuelgue, por favor.',
  linesBusy: 'Todas las líneas están ocupadas. Llame de nuevo en unos minutos, por favor. Adiós.',
  offer: 'Una visita llama desde {place}. Pulse {talk} para hablar.',
  offerDoor: 'Pulse {open} para abrir la puerta.',
  taken: 'Alguien ya ha contestado la llamada. Adiós.',
  visitorGone: 'La visita ha colgado. Adiós.',
  goodbye: 'Adiós.',
  doorOpening: 'La puerta se está abriendo. Adiós.',
  doorDenied: 'Usted no puede abrir esta puerta. Consulte a la administración. Adiós.',
  doorBusy: 'La puerta no se puede abrir en este momento. Adiós.',
  doorOpen: 'La puerta está abierta. Pase, por favor.',
  doorFailed: 'La puerta no se abrió. Llame de nuevo, por favor. Adiós.',
};
