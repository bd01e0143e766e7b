/** Text that had no room is told whole to whoever points at it; a title given on purpose stays. */
export const tellCutText = (): void =>
  document.addEventListener('mouseover', ({ target }) => {
    const box = target instanceof Element ? target.closest<HTMLElement>('.cell-line, .truncate') : null;
    if (!box || (box.title && !box.dataset['cut'])) return;
    if (box.scrollWidth > box.clientWidth) {
      box.title = box.innerText;
      box.dataset['cut'] = 'true';
    } else if (box.dataset['cut']) {
      box.removeAttribute('title');
      delete box.dataset['cut'];
    }
  });
