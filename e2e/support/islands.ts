import type { Page } from '@playwright/test';

interface Watched {
  otherwise: string[];
}

/** From now on the browser draws each island once more before it wakes, beside what the server drew; `drawnOtherwise` tells where they differ. */
export async function compareIslands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched & { compare: (place: Element, drawn: Element) => void };
    watched.otherwise = [];
    // Fields keep these as properties once a script has drawn them.
    const KEPT = new Set(['value', 'checked', 'selected', 'autofocus']);
    // A number in a sheet and one set by a script are rounded differently.
    const styleOf = ({ style }: HTMLElement) => style.cssText.replace(/\d+\.\d+/g, (one) => Number(one).toFixed(3));
    const tell = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      // What is fetched when it is needed comes later on either side, and browsers with scripts have no use for the other.
      if (!(node instanceof Element) || node.matches('noscript') || (node.matches('section') && node.querySelector('[aria-label="正在加载"]'))) return '';
      const attributes = [...node.attributes]
        .filter(({ name }) => !KEPT.has(name))
        .map(({ name, value }) => `${name}=${name === 'style' ? styleOf(node as HTMLElement) : value}`);
      const text = node instanceof HTMLTextAreaElement ? '' : [...node.childNodes].map(tell).join('');
      return `<${node.localName} ${attributes.sort().join(' ')}>${text}</>`;
    };
    watched.compare = (place, drawn) => {
      const [server, browser] = [place, drawn].map((one) =>
        [...one.childNodes]
          .filter((node) => !(node instanceof HTMLTemplateElement))
          .map(tell)
          .join(''),
      );
      let at = 0;
      while (server?.[at] === browser?.[at] && at < (server?.length ?? 0)) at += 1;
      if (server !== browser)
        watched.otherwise.push(
          `${place.getAttribute('component-url')}: server “${server?.slice(Math.max(0, at - 60), at + 60)}”, browser “${browser?.slice(Math.max(0, at - 60), at + 60)}”`,
        );
    };
  });
  await page.route(/\/_astro\/client\.[\w-]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `import wake from '${route.request().url()}?itself';
        export * from '${route.request().url()}?itself';
        export default (place) => (component, props, slots, how) => {
          const drawn = document.createElement('div');
          for (const { name, value } of place.attributes) drawn.setAttribute(name, value);
          wake(drawn)(component, props, slots, how);
          window.compare(place, drawn);
          drawn.dispatchEvent(new Event('astro:unmount'));
          return wake(place)(component, props, slots, how);
        };`,
    }),
  );
}

export const drawnOtherwise = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as Watched).otherwise);
