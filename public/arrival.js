(function () {
  // Says so when a script fails or does not come, of a page or of a part opened on it (ui/arriving); old-fashioned on purpose, since it must run where modules did not.
  var WAIT_MS = 120000;
  // Later what was pressed is forgotten, and what it opens would startle.
  var PRESS_MS = 15000;
  var timers = [];
  var seen;
  function button(words, press) {
    var made = document.createElement('button');
    made.type = 'button';
    made.appendChild(document.createTextNode(words));
    made.onclick = press;
    return made;
  }
  function clear() {
    var old = document.getElementById('arrival-note');
    if (old) old.parentNode.removeChild(old);
  }
  function tell(words) {
    if (document.getElementById('arrival-note')) return;
    var note = document.createElement('div');
    note.id = 'arrival-note';
    note.className = 'arrival-note';
    note.setAttribute('role', 'alert');
    // Layers opened later hide everything from screen readers but live regions.
    note.setAttribute('aria-live', 'assertive');
    note.appendChild(document.createTextNode(words));
    // Never by itself: what was typed on the page would be lost.
    note.appendChild(button('刷新页面', function () { location.reload(); }));
    note.appendChild(button('关闭', clear));
    document.body.insertBefore(note, document.body.firstChild);
  }
  function failed() { tell('页面资源加载失败，部分功能暂时无法使用，请刷新页面'); }
  function time(waiting) {
    var timer = setTimeout(function () {
      if (waiting() && !document.querySelector('.old-browser')) tell('页面加载超时，部分功能暂时无法使用，请检查网络后刷新页面');
    }, WAIT_MS);
    timers.push(timer);
    return timer;
  }
  // These begin to load when they come into view; Astro watches the same elements.
  function timeSeen() {
    if (!window.IntersectionObserver) return;
    seen = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        var island = entry.target.parentNode;
        if (!entry.isIntersecting || !island) return;
        seen.unobserve(entry.target);
        time(function () { return island.hasAttribute('ssr'); });
      });
    });
    var targets = document.querySelectorAll('astro-island[ssr][client="visible"] > *');
    for (var at = 0; at < targets.length; at += 1) seen.observe(targets[at]);
  }
  function watch() {
    timers.forEach(clearTimeout);
    timers = [];
    if (seen) seen.disconnect();
    time(function () { return document.querySelector('astro-island[ssr]:not([client="visible"])'); });
    timeSeen();
  }
  document.addEventListener('astro:hydration-error', failed);
  document.addEventListener('error', function (event) {
    var from = event.target;
    if (from && (from.tagName === 'SCRIPT' || (from.tagName === 'LINK' && from.rel === 'stylesheet'))) failed();
  }, true);
  // A button pressed before its part of the page answers does nothing by itself: it is pressed again once it can, unless the person has gone on to something else.
  var pressed;
  document.addEventListener('click', function (event) {
    var button = event.target.closest && event.target.closest('button');
    // The frame's search is looked after by the frame's island.
    var within = button && (button.closest('.finder') ? document.querySelector('.top-bar astro-island[ssr]') : button.closest('astro-island[ssr]'));
    var island = button && !(button.form && button.type === 'submit') && within;
    pressed = island ? button : undefined;
    if (!island) return;
    var until = Date.now() + PRESS_MS;
    island.addEventListener('astro:hydrate', function () {
      if (pressed === button && Date.now() < until) button.click();
      if (pressed === button) pressed = undefined;
    }, { once: true });
  }, true);
  addEventListener('portal:page', function () {
    clear();
    watch();
  });
  addEventListener('portal:part', function (event) {
    var timer = time(function () { return true; });
    event.detail.then(
      function () { clearTimeout(timer); },
      function () { clearTimeout(timer); failed(); },
    );
  });
  // This event waits for the scripts of the page itself, which is all there is to wait for where no islands are.
  time(function () { return true; });
  document.addEventListener('DOMContentLoaded', watch);
  if (document.documentElement.hasAttribute('data-failed')) failed();
})();
