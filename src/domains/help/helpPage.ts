import { arriving } from '~/ui/arriving';
import { copyLinks, followScroll, markWord, showChapter } from './reading';
import { followHelp } from './visit';
import { wireVotes } from './voting';

/** What help pages do in the browser, one after another in a document. */
export function startHelp(): void {
  let shown = new AbortController();
  const begin = () => {
    shown.abort();
    shown = new AbortController();
    startHelpPage(shown.signal);
  };
  followHelp(window, begin);
  begin();
}

/** The search itself comes when the box is first used. */
function startHelpPage(signal: AbortSignal): void {
  const box = document.querySelector<HTMLFormElement>('[data-help-search]');
  const input = box?.querySelector('input');
  if (box && input) offerSearch(box, input, signal);
  showChapter();
  followScroll(signal);
  copyLinks();
  markWord();
  wireVotes();
}

function offerSearch(box: HTMLFormElement, input: HTMLInputElement, signal: AbortSignal): void {
  let opened = false;
  const open = async () => {
    if (opened) return;
    opened = true;
    const { wireSearch } = await arriving(import('./searchBox'));
    wireSearch(box, signal);
  };
  input.addEventListener('focus', open, { once: true });
  box.addEventListener('submit', (event) => event.preventDefault());
  const word = new URLSearchParams(location.search).get('q');
  if (word) input.value = word;
  // Also for whoever was there, or typed, before this script.
  if (input.value || document.activeElement === input) open();
  const slash = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    input.focus();
  };
  addEventListener('keydown', slash, { signal });
}
