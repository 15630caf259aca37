import { createTheme, Drawer, Modal, type MantineColorsTuple } from '@mantine/core';

const brand = Array.from(
  { length: 10 },
  (_, shade) => `var(--brand-${shade})`,
) as unknown as MantineColorsTuple;

/** Removes the banner role from dialog heads, and names their close buttons. */
const labelled = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
  overlayProps: { backgroundOpacity: 0.4 },
};

/** The theme of the components, from the design tokens. */
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
    Modal: Modal.extend({ defaultProps: { ...labelled } }),
    Drawer: Drawer.extend({
      defaultProps: { ...labelled, position: 'right', size: 'lg' },
    }),
  },
});
