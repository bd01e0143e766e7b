import type { Config } from 'tailwindcss';

const token = (name: string) => `var(--${name})`;
const tone = (name: string) => ({ DEFAULT: token(name), soft: token(`${name}-soft`) });

/** Names for the tokens of src/styles.css; a colour that is not here does not exist. */
export default {
  content: [],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      white: '#fff',
      ground: token('ground'),
      paper: token('paper'),
      raised: token('raised'),
      sunken: token('sunken'),
      hover: token('hover'),
      line: { DEFAULT: token('line'), strong: token('line-strong') },
      ink: { DEFAULT: token('ink'), 2: token('ink-2'), 3: token('ink-3') },
      brand: { DEFAULT: token('brand'), fill: token('brand-fill'), deep: token('brand-deep'), soft: token('brand-soft'), line: token('brand-line') },
      'on-brand': token('on-brand'),
      frame: { DEFAULT: token('frame'), 2: token('frame-2'), ink: token('frame-ink'), dim: token('frame-dim') },
      ok: tone('ok'),
      warn: tone('warn'),
      danger: { ...tone('danger'), fill: token('danger-fill') },
      info: tone('info'),
      veil: token('veil'),
    },
    fontSize: {
      xs: ['0.75rem', '1.125rem'],
      sm: ['0.8125rem', '1.25rem'],
      base: ['0.875rem', '1.375rem'],
      lg: ['1rem', '1.5rem'],
      xl: ['1.125rem', '1.625rem'],
      '2xl': ['1.375rem', '1.875rem'],
      '3xl': ['1.75rem', '2.25rem'],
      '4xl': ['2.25rem', '2.75rem'],
    },
    fontFamily: {
      sans: ['"PingFang SC"', '"HarmonyOS Sans SC"', '"Microsoft YaHei"', '"Noto Sans CJK SC"', '"Noto Sans SC"', 'system-ui', 'sans-serif'],
      mono: ['ui-monospace', '"SF Mono"', 'Menlo', 'Consolas', '"PingFang SC"', '"Microsoft YaHei"', '"Noto Sans CJK SC"', 'monospace'],
    },
    borderRadius: { none: '0', sm: '4px', DEFAULT: '6px', md: '6px', lg: '10px', xl: '14px', full: '9999px' },
    boxShadow: {
      none: 'none',
      card: 'var(--shadow-card)',
      raised: 'var(--shadow-raised)',
      dialog: 'var(--shadow-dialog)',
    },
  },
} satisfies Config;
