/** Moments around a clock change in the window of a pass, each with whether a door opens. */
export interface PassHours {
  /** The IANA time zone of the property. */
  timeZone: string;
  weekdays: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  timeFrom: string;
  timeTo: string;
  /** In UTC, in chronological order. */
  moments: readonly (readonly [at: string, opens: boolean, comment: string])[];
}

const newYork = { timeZone: 'America/New_York', weekdays: [] };

/**
 * Windows over the clock changes of 2027. New York changes from 02:00 EST to 03:00 EDT on Sunday, 14 March. It changes
 * from 02:00 EDT to 01:00 EST on Sunday, 7 November. Lord Howe moves its clocks back by half an hour on 4 April.
 */
export const passHours: Readonly<Record<string, PassHours>> = {
  'spring, a window around the skipped hour': {
    ...newYork,
    timeFrom: '01:00',
    timeTo: '04:00',
    moments: [
      ['2027-03-14T05:59:59Z', false, '00:59 EST'],
      ['2027-03-14T06:30:00Z', true, '01:30 EST'],
      ['2027-03-14T07:30:00Z', true, '03:30 EDT'],
      ['2027-03-14T08:00:00Z', false, '04:00 EDT'],
    ],
  },
  'spring, a window within the skipped hour': {
    ...newYork,
    timeFrom: '02:15',
    timeTo: '02:45',
    moments: [
      ['2027-03-13T07:30:00Z', true, '02:30 EST the day before'],
      ['2027-03-14T06:59:59Z', false, '01:59 EST'],
      ['2027-03-14T07:20:00Z', false, '03:20 EDT'],
      ['2027-03-15T06:30:00Z', true, '02:30 EDT the day after'],
    ],
  },
  'spring, the night of Saturday': {
    ...newYork,
    weekdays: ['SAT'],
    timeFrom: '22:00',
    timeTo: '06:00',
    moments: [
      ['2027-03-13T09:00:00Z', false, '04:00 EST on Saturday, the night of Friday'],
      ['2027-03-14T03:00:00Z', true, '22:00 EST on Saturday'],
      ['2027-03-14T09:59:59Z', true, '05:59 EDT on Sunday'],
      ['2027-03-14T10:00:00Z', false, '06:00 EDT on Sunday'],
      ['2027-03-15T02:30:00Z', false, '22:30 EDT on Sunday'],
    ],
  },
  'autumn, a window in the hour that comes twice': {
    ...newYork,
    timeFrom: '01:00',
    timeTo: '02:00',
    moments: [
      ['2027-11-07T05:30:00Z', true, '01:30 EDT'],
      ['2027-11-07T06:30:00Z', true, '01:30 EST'],
      ['2027-11-07T07:00:00Z', false, '02:00 EST'],
    ],
  },
  'autumn, the night of Saturday': {
    ...newYork,
    weekdays: ['SAT'],
    timeFrom: '22:00',
    timeTo: '06:00',
    moments: [
      ['2027-11-07T01:59:59Z', false, '21:59 EDT on Saturday'],
      ['2027-11-07T02:00:00Z', true, '22:00 EDT on Saturday'],
      ['2027-11-07T10:59:59Z', true, '05:59 EST on Sunday'],
      ['2027-11-07T11:00:00Z', false, '06:00 EST on Sunday'],
    ],
  },
  'autumn, half an hour that comes twice': {
    timeZone: 'Australia/Lord_Howe',
    weekdays: ['SUN'],
    timeFrom: '01:30',
    timeTo: '02:00',
    moments: [
      ['2027-04-03T14:29:59Z', false, '01:29, +11'],
      ['2027-04-03T14:45:00Z', true, '01:45, +11'],
      ['2027-04-03T15:15:00Z', true, '01:45, +10:30'],
      ['2027-04-03T15:30:00Z', false, '02:00, +10:30'],
    ],
  },
};
