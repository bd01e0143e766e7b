import { fileURLToPath } from 'node:url';

const entry = (side) => fileURLToPath(new URL(`../src/islands/${side}.tsx`, import.meta.url));

/** How Astro draws and wakes islands (decisions 474, 475). Its name is the one `client:only` gives. */
export const islands = () => ({
  name: 'islands',
  hooks: {
    'astro:config:setup': ({ addRenderer, addClientDirective }) => {
      addRenderer({ name: 'react', clientEntrypoint: entry('client'), serverEntrypoint: entry('server') });
      addClientDirective({ name: 'painted', entrypoint: fileURLToPath(new URL('../src/islands/painted.ts', import.meta.url)) });
    },
  },
});
