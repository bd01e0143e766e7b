(() => {
  const root = document.documentElement;
  let [choice, known] = [null, null];
  try {
    choice = localStorage.getItem('portal:theme');
    known = localStorage.getItem('portal:known');
  } catch {}
  if (choice === 'dark' || choice === 'light') root.dataset.theme = choice;
  // Prerendered pages cannot know who reads them: pages of the frame leave a hint, so that they offer the way back instead of the login.
  if (known) root.dataset.known = '';
  // A script may fail before the one that says so has come.
  document.addEventListener('error', ({ target }) => target.tagName === 'SCRIPT' && root.setAttribute('data-failed', ''), true);
  document.addEventListener('DOMContentLoaded', () => {
    if (document.querySelector('[data-prerendered]')) return;
    try {
      if (document.getElementById('portal-me')) localStorage.setItem('portal:known', '1');
      else localStorage.removeItem('portal:known');
    } catch {}
  });
})();
