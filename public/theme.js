(function () {
  var choice;
  try { choice = localStorage.getItem('portal:theme'); } catch (_) { choice = null; }
  if (choice === 'dark' || choice === 'light') document.documentElement.setAttribute('data-theme', choice);
})();
