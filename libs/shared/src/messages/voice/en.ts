/** Announcements in a visitor's call, in English. */
export const enVoice = {
  unavailable: 'We are sorry. This call cannot be connected at the moment. Please try again later.',
  notInService: 'This number is not in service. Please check the number. Goodbye.',
  askUnit: 'Welcome to {place}. Enter the number or code of the unit, then press the pound key.',
  askUnitAgain:
    'There is no such unit. Enter the number or code of the unit again, then press the pound key.',
  unitUnknown: 'There is no such unit. Please ask for the right code, and call again. Goodbye.',
  nobody: 'Nobody can answer at the moment. Please try again later. Goodbye.',
  /** No phone rings, but residents may open in the app. */
  calling: 'We are calling the residents. Please stay on the line.',
  linesBusy: 'All lines are busy at the moment. Please call again in a few minutes. Goodbye.',
  /** The first announcement to a resident. The next ones up to `doorBusy` are for residents too. */
  offer: 'A visitor is calling from {place}. Press {talk} to talk.',
  offerDoor: 'Press {open} to open the door.',
  taken: 'The call has been answered already. Goodbye.',
  visitorGone: 'The visitor has hung up. Goodbye.',
  goodbye: 'Goodbye.',
  doorOpening: 'The door is opening. Goodbye.',
  doorDenied: 'You may not open this door. Please ask your property manager. Goodbye.',
  doorBusy: 'The door cannot be opened at the moment. Goodbye.',
  /** This one and the next are for the visitor, after a resident has opened. */
  doorOpen: 'The door is open. Please come in.',
  doorFailed: 'The door did not open. Please call again. Goodbye.',
};
