(function () {
  // Where the window is tall several groups may stay open, and those a person opened stay open on the next page; a low window keeps one.
  var menus = document.querySelectorAll('.side-menu:not([data-ready])');
  if (window.innerHeight < 800) return;
  menus.forEach(function (menu) {
    var key = 'portal:menu:' + menu.getAttribute('aria-label');
    var kept;
    menu.setAttribute('data-ready', '');
    try { kept = JSON.parse(localStorage.getItem(key) || '[]'); } catch (_) { kept = []; }
    var groups = Array.prototype.slice.call(menu.querySelectorAll('details'));
    var nameOf = function (group) { return group.querySelector('summary').textContent.trim(); };
    groups.forEach(function (group) {
      group.removeAttribute('name');
      if (Array.isArray(kept) && kept.indexOf(nameOf(group)) >= 0) group.open = true;
    });
    menu.addEventListener('click', function (event) {
      if (!event.target.closest('summary')) return;
      setTimeout(function () {
        try { localStorage.setItem(key, JSON.stringify(groups.filter(function (group) { return group.open; }).map(nameOf))); } catch (_) { /* storage is switched off */ }
      }, 0);
    });
  });
})();
