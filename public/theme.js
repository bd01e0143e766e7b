(function () {
  var choice;
  var known;
  try { choice = localStorage.getItem('portal:theme'); known = localStorage.getItem('portal:known'); } catch (_) { choice = null; }
  if (choice === 'dark' || choice === 'light') document.documentElement.setAttribute('data-theme', choice);
  if (known) document.documentElement.setAttribute('data-known', '');
})();
