(async () => {
  const root = document.getElementById('api');
  const answer = await fetch('/web/openapi.json').catch(() => null);
  if (!answer || !answer.ok) { root.textContent = '接口文档加载失败，请刷新重试'; return; }
  const api = await answer.json();
  document.getElementById('signing').textContent = api.info.description;
  const filter = document.getElementById('filter');
  const make = (tag, text, name) => { const node = document.createElement(tag); if (text) node.textContent = text; if (name) node.className = name; return node; };
  const operations = Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  const draw = () => {
    const word = filter.value.trim().toLowerCase();
    root.replaceChildren();
    let tag = '';
    for (const { path, method, operation } of operations) {
      if (word && !(path + operation.summary).toLowerCase().includes(word)) continue;
      if (operation.tags[0] !== tag) { tag = operation.tags[0]; root.append(make('h2', tag)); }
      const item = make('details');
      const head = make('summary');
      head.append(make('b', method.toUpperCase(), method), make('code', '/web' + path), make('span', operation.summary));
      item.append(head);
      item.addEventListener('toggle', () => {
        if (!item.open || item.children.length > 1) return;
        item.append(make('p', operation.description));
        const body = operation.requestBody && Object.entries(operation.requestBody.content)[0];
        const parts = [['参数', operation.parameters && operation.parameters.length ? operation.parameters : null], ['请求体' + (body ? '（' + body[0] + '）' : ''), body && body[1].schema], ['返回', operation.responses[200].content]];
        for (const [title, value] of parts) if (value) { item.append(make('h3', title), make('pre', JSON.stringify(value, null, 2))); }
      });
      root.append(item);
    }
    if (!root.children.length) root.append(make('p', '没有匹配的接口'));
  };
  filter.addEventListener('input', draw);
  draw();
})();
