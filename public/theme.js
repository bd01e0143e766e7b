(function () {
  var root = document.documentElement;
  var choice;
  var known;
  try { choice = localStorage.getItem('portal:theme'); known = localStorage.getItem('portal:known'); } catch (_) { choice = null; }
  if (choice === 'dark' || choice === 'light') root.setAttribute('data-theme', choice);
  // Prerendered pages cannot know who reads them: pages of the frame leave a hint, so that they offer the way back instead of the login.
  if (known) root.setAttribute('data-known', '');
  document.addEventListener('DOMContentLoaded', function () {
    if (document.querySelector('[data-prerendered]')) return;
    try {
      if (document.getElementById('portal-me')) localStorage.setItem('portal:known', '1');
      else localStorage.removeItem('portal:known');
    } catch (_) { /* storage is switched off */ }
  });
})();
