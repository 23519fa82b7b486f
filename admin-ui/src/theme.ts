import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent colour. Shade 7 on white and white on shade 7 pass AA for small text. */
const dusk: MantineColorsTuple = [
  '#f1f2fb',
  '#e1e4f5',
  '#c3c9ea',
  '#a4aee0',
  '#8894d6',
  '#7280ce',
  '#5e6cc0',
  '#4a57a8',
  '#3d488b',
  '#313a70',
];

const dark: MantineColorsTuple = [
  '#e4e6ec',
  '#c5c8d2',
  '#9fa4b3',
  '#747a8b',
  '#414655',
  '#2e323d',
  '#23262f',
  '#181a21',
  '#121419',
  '#0c0d11',
];

export const theme = createTheme({
  primaryColor: 'dusk',
  primaryShade: { light: 7, dark: 6 },
  colors: { dusk, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem' },
      h2: { fontSize: '1.075rem' },
      h3: { fontSize: '0.95rem' },
    },
  },
  fontSizes: { xs: '0.8rem', sm: '0.875rem', md: '0.925rem' },
});

/** Overrides Mantine's dimmed text and placeholders, which are too pale for AA on white. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f6f9',
    '--mantine-color-dimmed': '#5a5f6e',
    '--mantine-color-placeholder': '#6b7080',
    '--mantine-color-error': '#b3261e',
    '--panel': '#ffffff',
    '--panel-border': '#e3e4ea',
    '--protocol-h1': '#a15c07',
    '--protocol-h2': '#3b62c4',
    '--protocol-h3': '#0b7a6b',
    '--good': '#1c6b45',
    '--warn': '#8a5300',
    '--bad': '#b3261e',
  },
  dark: {
    '--mantine-color-body': '#14161b',
    '--mantine-color-dimmed': '#a3a8b7',
    '--mantine-color-placeholder': '#8a90a0',
    '--mantine-color-error': '#ff9c94',
    '--panel': '#1b1e25',
    '--panel-border': '#2e323d',
    '--protocol-h1': '#e0a458',
    '--protocol-h2': '#86a6f0',
    '--protocol-h3': '#5cc7b4',
    '--good': '#7fd1a3',
    '--warn': '#efbd6b',
    '--bad': '#ff9c94',
  },
});
