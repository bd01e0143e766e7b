import { memo } from 'react';

/** What Astro drew between the tags of an island. It is never drawn again. */
function Slot({ html, name, hydrate }: { html: string; name: string; hydrate: boolean }) {
  const Place = (hydrate ? 'astro-slot' : 'astro-static-slot') as 'div';
  return <Place {...(name === 'default' ? {} : { name })} dangerouslySetInnerHTML={{ __html: html }} />;
}

export const StaticSlot = memo(Slot, () => true);
