import { arriving } from '~/ui/arriving';
import { copyLinks, followScroll, markWord } from './reading';
import { wireVotes } from './voting';

/** What a help page does in the browser; the search itself comes when the box is first used. */
export function startHelpPage(): void {
  const box = document.querySelector<HTMLFormElement>('[data-help-search]');
  const input = box?.querySelector('input');
  if (box && input) offerSearch(box, input);
  followScroll();
  copyLinks();
  markWord();
  wireVotes();
}

function offerSearch(box: HTMLFormElement, input: HTMLInputElement): void {
  let opened = false;
  const open = async () => {
    if (opened) return;
    opened = true;
    const { wireSearch } = await arriving(import('./searchBox'));
    wireSearch(box);
  };
  input.addEventListener('focus', open, { once: true });
  box.addEventListener('submit', (event) => event.preventDefault());
  const word = new URLSearchParams(location.search).get('q');
  if (word) {
    input.value = word;
    open();
  }
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    input.focus();
  });
}
