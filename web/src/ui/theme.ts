import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';

/** Our names of button variants, by Mantine's. */
const variants: Readonly<Record<string, string>> = {
  primary: 'filled',
  secondary: 'light',
  terciary: 'subtle',
  neutral: 'default',
};

const variantColors: VariantColorsResolver = (input) => {
  if (input.variant === 'disabled') {
    return {
      background: 'var(--mantine-color-disabled)',
      hover: 'var(--mantine-color-disabled)',
      color: 'var(--mantine-color-disabled-color)',
      border: '1px solid transparent',
    };
  }
  const variant = variants[input.variant] ?? input.variant;
  const colors = defaultVariantColorsResolver({ ...input, variant });
  // Mantine picks the text colour for the light theme's shade only; the dark theme's shade is light.
  return variant === 'filled' && !input.color?.includes('.')
    ? { ...colors, color: 'light-dark(var(--mantine-color-white), var(--mantine-color-black))' }
    : colors;
};

/** Pine for actions, sand for backgrounds; the shades keep a text contrast of 4.5:1. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver: variantColors,
  white: '#ffffff',
  black: '#26221c',
  colors: {
    pine: [
      '#eef7f4',
      '#d8ece6',
      '#b1d9cd',
      '#86c4b2',
      '#5fb09a',
      '#3c967f',
      '#267c67',
      '#186553',
      '#125244',
      '#0d4036',
    ],
    red: ['#fff2f0', '#fddfdb', '#f8bcb5', '#f29388', '#ee8175', '#dd5446', '#c83c30', '#b3261e', '#931c16', '#75140f'],
    gray: [
      '#faf8f4',
      '#f4f1eb',
      '#ebe6dd',
      '#ddd6ca',
      '#c9c0b1',
      '#9c9182',
      '#756b5e',
      '#61584c',
      '#443d34',
      '#2b2620',
    ],
    dark: [
      '#ece8e1',
      '#d3cec5',
      '#aea79c',
      '#8c867b',
      '#4b4842',
      '#3a3732',
      '#2b2925',
      '#211f1c',
      '#191714',
      '#110f0d',
    ],
  },
  fontFamily: 'var(--app-font)',
  headings: { fontFamily: 'var(--app-font)', fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { variant: 'primary' },
      vars: () => ({ root: { '--button-height': '32px', '--button-padding-x': '14px' } }),
    }),
    CloseButton: { defaultProps: { 'aria-label': 'Fechar' } },
  },
});

/** Mantine's greys for secondary text and placeholders have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    // Mantine's default, the next darker shade, is too dark for dark text.
    '--mantine-color-pine-filled-hover': 'var(--mantine-color-pine-3)',
    '--mantine-color-pine-light': 'rgb(95 176 154 / 16%)',
    '--mantine-color-pine-light-hover': 'rgb(95 176 154 / 24%)',
    '--mantine-color-pine-light-color': 'var(--mantine-color-pine-3)',
  },
});
