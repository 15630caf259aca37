import { createTheme, Drawer, Menu, Modal, type MantineColorsTuple } from '@mantine/core';

const brand = Array.from(
  { length: 10 },
  (_, shade) => `var(--brand-${shade})`,
) as unknown as MantineColorsTuple;

/** Makes a palette of ten design tokens. */
const paletteOf = (...names: string[]): MantineColorsTuple =>
  names.map((name) => `var(--${name})`) as unknown as MantineColorsTuple;

/** Neutral colours of the components in the light scheme, from the lightest. */
const gray = paletteOf(
  'hover',
  'muted-ground',
  'line',
  'line',
  'edge',
  'placeholder',
  'soft',
  'soft',
  'muted',
  'ink',
);

/** Neutral colours of the components in the dark scheme, from the text to the ground. */
const dark = paletteOf(
  'ink',
  'muted',
  'soft',
  'placeholder',
  'line',
  'hover',
  'raised',
  'paper',
  'ground',
  'code-ground',
);

/** Removes the banner role from dialog heads, and names their close buttons. */
const labelled = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
  overlayProps: { backgroundOpacity: 0.4 },
};

/** The theme of the components, from the design tokens. */
export const theme = createTheme({
  colors: { brand, gray, dark },
  primaryColor: 'brand',
  primaryShade: 8,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontWeight: '600' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // A menu belongs to the landmark of its button, and has no children but items.
    Menu: Menu.extend({ defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({ defaultProps: { ...labelled } }),
    Drawer: Drawer.extend({
      defaultProps: { ...labelled, position: 'right', size: 'lg' },
    }),
  },
});
