import type { Found } from './help';
import { asNode, carryWord } from './reading';
import { buildIndex, excerpt, type HelpIndex, type Hit, marked, searchHelp } from './search';

let index: Promise<HelpIndex> | undefined;
const loaded = (): Promise<HelpIndex> => {
  index ??= fetch('/portal/help/search.json')
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`help index ${answer.status}`);
      return buildIndex((await answer.json()) as Found[]);
    })
    .catch((error: unknown) => {
      index = undefined;
      throw error;
    });
  return index;
};

/** The search box: hits while typing, arrows and Enter to choose, Escape to leave; until its page is left. */
export function wireSearch(form: HTMLFormElement, signal: AbortSignal): void {
  const input = form.querySelector('input') as HTMLInputElement;
  const list = form.querySelector('.hits') as HTMLElement;
  const note = form.querySelector('.hits-note') as HTMLElement;
  let chosen = -1;

  const show = (open: boolean) => {
    list.hidden = !open;
    input.setAttribute('aria-expanded', String(open));
    if (!open) input.removeAttribute('aria-activedescendant');
  };
  const choose = (next: number) => {
    const options = [...list.querySelectorAll('a')];
    if (!options.length) return;
    chosen = (next + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === chosen));
    input.setAttribute('aria-activedescendant', `hit-${chosen}`);
    options[chosen]?.scrollIntoView({ block: 'nearest' });
  };
  const draw = async () => {
    const word = input.value.trim();
    if (!word) return show(false);
    try {
      const hits = searchHelp(await loaded(), word);
      if (input.value.trim() !== word) return;
      list.replaceChildren(
        ...(hits.length ? hits.map((hit, at) => option(hit, at, word)) : [said(`没有找到“${word}”。换个说法试试，或拨打页面底部的服务热线。`)]),
      );
      note.textContent = hits.length ? `${hits.length} 个结果` : '没有结果';
    } catch {
      list.replaceChildren(said('搜索内容加载失败，请检查网络后重试'));
      note.textContent = '搜索内容加载失败';
    }
    chosen = -1;
    show(true);
  };
  input.addEventListener('input', draw);
  input.addEventListener('focus', draw);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosen + (event.key === 'ArrowDown' ? 1 : chosen < 0 ? 0 : -1));
    }
    if (event.key === 'Enter') (list.querySelectorAll('a')[Math.max(chosen, 0)] as HTMLElement | undefined)?.click();
    if (event.key === 'Escape') show(false);
  });
  const outside = ({ target }: Event) => !form.contains(target as Node) && show(false);
  addEventListener('pointerdown', outside, { signal });
  list.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    carryWord(input.value.trim());
    show(false);
    // Within the page only the hash changes: load it again so that the words are marked.
    if (link.pathname === location.pathname) {
      event.preventDefault();
      location.hash = link.hash;
      location.reload();
    }
  });
  loaded().catch(() => undefined);
  draw();
}

function option(hit: Hit, at: number, word: string): HTMLElement {
  const link = document.createElement('a');
  link.href = hit.id;
  link.id = `hit-${at}`;
  link.role = 'option';
  link.ariaSelected = 'false';
  link.append(part('span', 'from', [document.createTextNode(hit.chapter)]));
  link.append(part('b', '', marked(hit.title, word).map(asNode)));
  link.append(part('span', 'text', marked(excerpt(hit.text, word), word).map(asNode)));
  return link;
}

function part(tag: string, name: string, nodes: Node[]): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  element.append(...nodes);
  return element;
}

function said(text: string): HTMLElement {
  const line = part('p', 'none', [document.createTextNode(text)]);
  line.role = 'option';
  return line;
}
