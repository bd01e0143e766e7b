import { arriving } from '~/ui/arriving';

const fetchFinder = (event: Event): void => {
  event.preventDefault();
  arriving(import('./Finder')).then(
    ({ openFinder }) => openFinder(),
    () => undefined,
  );
};

/** Ctrl+K, or the button in the top bar, fetches the finder and opens it. */
export function listenForFinder(): void {
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k' && document.querySelector('.finder'))
      fetchFinder(event);
  });
  document.addEventListener('click', (event) => event.target instanceof Element && event.target.closest('.finder') && fetchFinder(event));
}
