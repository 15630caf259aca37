/**
 * Properties of a searchable list of choices. The list opens beside its field and scrolls itself. The keyboard
 * does not reach a scroll area in a portal.
 */
export const inlineList = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: '14rem', overflowY: 'auto' } },
} as const;
