document.addEventListener('DOMContentLoaded', function () {
  var note = document.createElement('div');
  note.className = 'old-browser';
  note.appendChild(document.createTextNode('您的浏览器版本过低，部分功能无法使用。请使用浏览器的极速模式，或改用 Chrome、Edge 等现代浏览器访问。'));
  document.body.insertBefore(note, document.body.firstChild);
});
