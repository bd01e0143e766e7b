(function () {
  // Says so when a page's script fails or does not come; old-fashioned on purpose, since it must run where modules did not.
  var WAIT_MS = 120000;
  var timer;
  function waiting() { return !document.querySelector('.old-browser') && document.querySelector('astro-island[ssr]:not([client="visible"])'); }
  function tell(words) {
    clearTimeout(timer);
    if (document.getElementById('arrival-note')) return;
    var note = document.createElement('div');
    note.id = 'arrival-note';
    note.className = 'arrival-note';
    note.setAttribute('role', 'alert');
    note.appendChild(document.createTextNode(words));
    var button = document.createElement('button');
    button.type = 'button';
    button.appendChild(document.createTextNode('刷新页面'));
    button.onclick = function () { location.reload(); };
    note.appendChild(button);
    document.body.insertBefore(note, document.body.firstChild);
  }
  function watch() {
    clearTimeout(timer);
    var old = document.getElementById('arrival-note');
    if (old) old.parentNode.removeChild(old);
    timer = setTimeout(function () { if (waiting()) tell('页面加载超时，部分功能暂时无法使用，请检查网络后刷新页面'); }, WAIT_MS);
  }
  function failed() { tell('页面资源加载失败，部分功能暂时无法使用，请刷新页面'); }
  document.addEventListener('astro:hydration-error', failed);
  document.addEventListener('error', function (event) {
    var from = event.target;
    if (from && (from.tagName === 'SCRIPT' || (from.tagName === 'LINK' && from.rel === 'stylesheet'))) failed();
  }, true);
  addEventListener('portal:page', watch);
  document.addEventListener('DOMContentLoaded', watch);
})();
