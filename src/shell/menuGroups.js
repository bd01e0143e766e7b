(() => {
  // Where the window is tall several groups may stay open, and those a person opened stay open on the next page; a low window keeps one.
  const nameOf = (group) => group.querySelector('summary').textContent.trim();
  const wire = (menu) => {
    const key = `portal:menu:${menu.getAttribute('aria-label')}`;
    const groups = [...menu.querySelectorAll('details')];
    let kept = [];
    try {
      kept = JSON.parse(localStorage.getItem(key) || '[]');
    } catch {}
    menu.dataset.ready = '';
    for (const group of groups) {
      group.removeAttribute('name');
      if (Array.isArray(kept) && kept.includes(nameOf(group))) group.open = true;
    }
    const keep = () => {
      try {
        localStorage.setItem(key, JSON.stringify(groups.filter((group) => group.open).map(nameOf)));
      } catch {}
    };
    menu.addEventListener('click', (event) => event.target.closest('summary') && setTimeout(keep));
  };
  // Asking the window for its height would have the page laid out before it is whole.
  const tall = matchMedia('(min-height: 800px)');
  const wireAll = () => {
    if (!tall.matches) return;
    // While the page is read: not before the menu's last group stands.
    for (const menu of document.querySelectorAll('.side-menu:not([data-ready])')) if (menu.nextSibling || document.readyState !== 'loading') wire(menu);
  };
  // Before the first paint, or groups would open before the reader's eyes.
  const reading = new MutationObserver(wireAll);
  reading.observe(document, { childList: true, subtree: true });
  const whole = () => {
    reading.disconnect();
    wireAll();
  };
  document.addEventListener('readystatechange', whole, { once: true });
  // The frame brings another menu with a page of another application.
  addEventListener('portal:menu', wireAll);
})();
