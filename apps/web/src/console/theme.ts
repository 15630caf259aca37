import { createTheme, Drawer, Modal, type MantineColorsTuple } from '@mantine/core';

const brand = Array.from(
  { length: 10 },
  (_, shade) => `var(--brand-${shade})`,
) as unknown as MantineColorsTuple;

/** The design tokens, in the names that the components know. */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 8,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    Drawer: Drawer.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, position: 'right', size: 'lg' },
    }),
  },
});
