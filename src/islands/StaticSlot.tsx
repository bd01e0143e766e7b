import { memo, type ReactElement } from 'react';

/** What Astro drew between the tags of an island. It is never drawn again. */
function Slot({ html, name, hydrate }: { html: string; name: string; hydrate: boolean }) {
  const Place = (hydrate ? 'astro-slot' : 'astro-static-slot') as 'div';
  return <Place {...(name === 'default' ? {} : { name })} dangerouslySetInnerHTML={{ __html: html }} />;
}

const StaticSlot = memo(Slot, () => true);

/** What Astro drew between an island's tags, as props of its component. */
export const partsOf = (slots: Record<string, string>, hydrate: boolean): Record<string, ReactElement> =>
  Object.fromEntries(
    Object.entries(slots)
      .filter(([, html]) => html.trim())
      .map(([name, html]) => [name === 'default' ? 'children' : name, <StaticSlot key={name} name={name} html={html} hydrate={hydrate} />]),
  );
