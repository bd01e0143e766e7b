import { productName } from '~/portal/brand';

/** What people and programs are told while the database does not answer, is full or takes no writes. */
export const UNAVAILABLE_MESSAGE = '系统暂时无法读写数据，请稍后重试';
const RETRY_AFTER_SECONDS = 5;
export const retryAfter = { 'Retry-After': String(RETRY_AFTER_SECONDS) };

/** A page that needs nothing of the database, not even who asks; it asks again by itself. */
export function unavailablePage(trace: string): Response {
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><title>暂时无法使用 - ${productName}</title>
<style>body{font:16px/1.7 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0 24px;color-scheme:light dark}h1{font-size:22px}</style></head>
<body><main><h1>${UNAVAILABLE_MESSAGE}</h1><p>没有提交成功的内容请稍后再次提交，不会重复生成单据。本页会自动重试。</p><p><small>编号 ${trace}</small></p></main></body></html>`;
  return new Response(html, {
    status: 503,
    headers: {
      ...retryAfter,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
