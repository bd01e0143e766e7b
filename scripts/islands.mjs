import { fileURLToPath } from 'node:url';

const entry = (side) => fileURLToPath(new URL(`../src/islands/${side}.tsx`, import.meta.url));

/** How Astro draws and wakes islands (decision 474). Its name is the one `client:only` gives. */
export const islands = () => ({
  name: 'islands',
  hooks: {
    'astro:config:setup': ({ addRenderer }) => addRenderer({ name: 'react', clientEntrypoint: entry('client'), serverEntrypoint: entry('server') }),
  },
});
