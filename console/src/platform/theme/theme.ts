import { type CSSVariablesResolver, createTheme, type MantineThemeComponent } from '@mantine/core';
import { returnToMenuButton } from '../feedback/return-focus.ts';
import classes from './controls.module.css';

const violet = [
  '#F5F2FF',
  '#E6DFFF',
  '#C9BBFF',
  '#AD9BFF',
  '#8F75FF',
  '#7049F8',
  '#6139F6',
  '#5029DB',
  '#4122B3',
  '#301A85',
] as const;

const ease = 'cubic-bezier(.2, .7, .2, 1)';

/**
 * Button variants: one filled per view, the rest default or quiet; `danger` opens a confirmation, `destroy` confirms
 * it.
 */
const buttons: Record<string, Record<string, string>> = {
  filled: { bg: 'accent', hover: 'accent-hover', color: 'on-accent' },
  default: { bg: 'surface', hover: 'hover', color: 'text', bd: 'border-strong' },
  quiet: { bg: '', hover: 'press', color: 'text-2' },
  danger: { bg: 'surface', hover: 'danger-soft', color: 'danger-text', bd: 'border-strong' },
  destroy: { bg: 'danger-solid', hover: 'danger-hover', color: 'on-accent' },
};

function buttonVars(variant: string, size: string) {
  const look = buttons[variant] ?? {};
  const token = (name: string | undefined) => (name ? `var(--ps-${name})` : 'transparent');
  const small = size === 'xs';
  return {
    root: {
      '--button-bg': token(look.bg),
      '--button-hover': token(look.hover),
      '--button-color': token(look.color),
      '--button-bd': `1px solid ${token(look.bd)}`,
      '--button-height': small ? '28px' : '36px',
      '--button-padding-x': small ? '10px' : '14px',
      '--button-fz': small ? '13px' : '14px',
    },
  };
}

const fieldClasses = {
  label: classes.label ?? '',
  description: classes.help ?? '',
  error: classes.error ?? '',
  input: classes.input ?? '',
  section: classes.section ?? '',
};
const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];
const field = { classNames: fieldClasses, defaultProps: { size: 'sm', inputWrapperOrder: order } };

/** The distance that menus and tooltips keep from the edges of the window. */
const insideTheWindow = { flip: { padding: 12 }, shift: { padding: 12 } };

// Plain objects, not `Button.extend(…)`: the theme must not import every component it names into the first chunk.
const components: Record<string, MantineThemeComponent> = {
  Button: {
    defaultProps: { size: 'sm' },
    classNames: { root: classes.button ?? '', section: classes.buttonSection ?? '' },
    vars: (_theme: unknown, props: { variant?: string; size?: unknown }) =>
      buttonVars(props.variant ?? 'filled', String(props.size)),
  },
  Input: { classNames: { input: classes.input ?? '', section: classes.section ?? '' } },
  InputWrapper: field,
  TextInput: field,
  Textarea: field,
  Select: {
    ...field,
    classNames: { ...fieldClasses, dropdown: classes.dropdown ?? '', option: classes.item ?? '' },
  },
  Switch: {
    classNames: {
      root: classes.switch ?? '',
      track: classes.track ?? '',
      thumb: classes.thumb ?? '',
      input: classes.switchInput ?? '',
      label: classes.switchLabel ?? '',
      labelWrapper: classes.switchLabelWrapper ?? '',
      description: classes.switchDescription ?? '',
    },
    defaultProps: { size: 'sm', withThumbIndicator: false },
  },
  MenuDropdown: { defaultProps: { onClick: returnToMenuButton } },
  Menu: {
    classNames: {
      dropdown: classes.dropdown ?? '',
      item: classes.item ?? '',
      itemSection: classes.itemSection ?? '',
      label: classes.menuLabel ?? '',
      divider: classes.divider ?? '',
    },
    defaultProps: {
      position: 'bottom-end',
      offset: 4,
      width: 200,
      withInitialFocusPlaceholder: false,
      openDelay: 300,
      closeDelay: 100,
      transitionProps: { transition: 'fade', duration: 120, timingFunction: ease },
    },
  },
  MenuSub: { defaultProps: { openDelay: 300, closeDelay: 100 } },
  Popover: { defaultProps: { middlewares: insideTheWindow } },
  Tooltip: {
    classNames: { tooltip: classes.tooltip ?? '' },
    defaultProps: {
      middlewares: insideTheWindow,
      openDelay: 300,
      offset: 6,
      events: { hover: true, focus: true, touch: false },
      transitionProps: { transition: 'fade', duration: 120, timingFunction: ease },
    },
  },
  Modal: {
    classNames: { overlay: classes.overlay ?? '', content: classes.content ?? '' },
    defaultProps: {
      centered: true,
      padding: 0,
      radius: 'lg',
      transitionProps: { transition: 'fade-up', duration: 180, timingFunction: ease },
    },
  },
  Notification: {
    classNames: {
      root: classes.toast ?? '',
      icon: classes.toastIcon ?? '',
      body: classes.toastBody ?? '',
      description: classes.toastText ?? '',
      closeButton: classes.toastClose ?? '',
    },
  },
};

export const theme = createTheme({
  primaryColor: 'postern',
  primaryShade: { light: 6, dark: 5 },
  colors: { postern: violet },
  black: '#17141F',
  fontFamily: 'var(--ps-font)',
  fontFamilyMonospace: 'var(--ps-mono)',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '24px', dim: '13px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '24px', lineHeight: '32px' }, h2: { fontSize: '16px', lineHeight: '24px' } },
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '30em', sm: '47.5em', md: '62.5em', lg: '68.75em', xl: '90em' },
  shadows: { sm: 'var(--ps-shadow-bar)', md: 'var(--ps-shadow-menu)', xl: 'var(--ps-shadow-modal)' },
  components,
});

const surfaces = {
  '--mantine-color-body': 'var(--ps-canvas)',
  '--mantine-color-text': 'var(--ps-text)',
  '--mantine-color-dimmed': 'var(--ps-text-2)',
  '--mantine-color-placeholder': 'var(--ps-text-3)',
  '--mantine-color-default': 'var(--ps-surface)',
  '--mantine-color-default-hover': 'var(--ps-hover)',
  '--mantine-color-default-color': 'var(--ps-text)',
  '--mantine-color-default-border': 'var(--ps-border-strong)',
  '--mantine-color-anchor': 'var(--ps-accent-text)',
  '--mantine-color-error': 'var(--ps-danger-text)',
  '--mantine-color-success': 'var(--ps-success-text)',
  '--mantine-color-disabled': 'var(--ps-press)',
  '--mantine-color-disabled-color': 'var(--ps-text-off)',
  '--mantine-color-disabled-border': 'var(--ps-border)',
};

/** Replaces Mantine's grays with the design tokens, in both themes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: surfaces, dark: surfaces });

/** The container of toasts. */
export const toastsClass = classes.toasts ?? '';
