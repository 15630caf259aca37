/**
 * Properties of a searchable list of choices. The list opens beside its field and scrolls itself: a scroll
 * area in a portal is out of the keyboard's reach.
 */
export const inlineList = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: '14rem', overflowY: 'auto' } },
} as const;
