import { type CSSVariablesResolver, colorsTuple, createTheme } from '@mantine/core';
import styles from './theme.module.css';

/** Mantine with the tokens of tokens.css. Its own shades are left to what has no token. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  white: '#ffffff',
  black: '#1d2421',
  colors: {
    pine: colorsTuple('#12604b'),
    red: colorsTuple('#b3352a'),
    gray: [
      '#fbfaf7',
      '#f7f5f0',
      '#f1eee6',
      '#e6e2d8',
      '#c9c4b6',
      '#8f8a7d',
      '#5f6964',
      '#4c5550',
      '#343b38',
      '#1d2421',
    ],
    dark: [
      '#e9edea',
      '#c5cdc9',
      '#9aa5a0',
      '#6b7671',
      '#2b3330',
      '#27302c',
      '#232b28',
      '#1b211f',
      '#121715',
      '#0c100e',
    ],
  },
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: 'var(--strong)' },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-s)',
    md: 'var(--text-m)',
    lg: 'var(--text-l)',
    xl: 'var(--text-xl)',
  },
  spacing: { xs: 'var(--s2)', sm: 'var(--s3)', md: 'var(--s4)', lg: 'var(--s5)', xl: 'var(--s6)' },
  radius: { xs: '4px', sm: '6px', md: 'var(--radius-small)', lg: 'var(--radius)', xl: '20px' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  fontWeights: { regular: '400', medium: 'var(--medium)', bold: 'var(--strong)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // By name: to import them would load them with every part that has Mantine.
    Alert: { classNames: { message: styles.message } },
    Checkbox: { classNames: { input: styles.box } },
    CloseButton: { defaultProps: { 'aria-label': 'Fechar' } },
    Modal: {
      defaultProps: { radius: 'lg', overlayProps: { backgroundOpacity: 0.4 } },
      classNames: { title: styles.title },
    },
    Notification: { classNames: { root: styles.toast, icon: styles.toastIcon } },
  },
});

const colors = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-anchor': 'var(--green)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-disabled': 'var(--track)',
  '--mantine-color-disabled-color': 'var(--soft)',
  '--mantine-color-disabled-border': 'transparent',
  '--mantine-color-default': 'transparent',
  '--mantine-color-default-hover': 'var(--line-soft)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--on-green)',
  ...shadesOf('pine', 'green'),
  ...shadesOf('red', 'red'),
  '--mantine-color-gray-light': 'var(--track)',
  '--mantine-color-gray-light-hover': 'var(--line-soft)',
  '--mantine-color-gray-light-color': 'var(--soft)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors });

/** What Mantine makes of a colour, from the tokens of one. */
function shadesOf(name: string, token: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-filled`]: `var(--${token})`,
    [`--mantine-color-${name}-filled-hover`]: `var(--${token}-strong)`,
    [`--mantine-color-${name}-light`]: `var(--${token}-tint)`,
    [`--mantine-color-${name}-light-hover`]: `var(--${token}-tint)`,
    [`--mantine-color-${name}-light-color`]: `var(--${token})`,
    [`--mantine-color-${name}-text`]: `var(--${token})`,
    [`--mantine-color-${name}-outline`]: `var(--${token})`,
  };
}
