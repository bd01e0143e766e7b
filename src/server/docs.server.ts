import { productName } from '~/portal/brand';

/** The page that shows the API document; it loads `/web/openapi.json` in the browser. */
export const docsPage = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>接口文档 - ${productName}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api-docs.css"></head><body><header><h1>${productName}接口文档</h1><label>筛选 <input id="filter" type="search" placeholder="路径或名称"></label><a href="/web/openapi.json">openapi.json</a></header><main id="api">加载中……</main><script src="/api-docs.js"></script></body></html>`;
