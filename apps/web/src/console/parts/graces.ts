/** Choices for the end of a replaced key, in seconds after the rotation. */
export const graceChoices = [
  { value: '0', label: 'Immediately' },
  { value: '3600', label: 'After an hour' },
  { value: '86400', label: 'After a day' },
  { value: '604800', label: 'After a week' },
];
