import { copyLinks, followScroll, markWord } from './reading';
import { wireVotes } from './voting';

/** What a help page does in the browser; the search itself comes when the box is first used. */
const box = document.querySelector<HTMLFormElement>('[data-help-search]');
const input = box?.querySelector('input');
let opened: Promise<typeof import('./searchBox')> | undefined;
const open = () => {
  if (!box || opened) return;
  opened = import('./searchBox');
  opened.then(({ wireSearch }) => wireSearch(box));
};
input?.addEventListener('focus', open, { once: true });
const word = new URLSearchParams(location.search).get('q');
if (input && word) {
  input.value = word;
  open();
}
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  input?.focus();
});
box?.addEventListener('submit', (event) => event.preventDefault());

followScroll();
copyLinks();
markWord();
wireVotes();
