import { chromium } from '@playwright/test';
const base = process.env.BASE ?? 'http://localhost:4555';
const [mobile, out, ...paths] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
const ctx = await b.newContext({ viewport: { width: Number(process.env.W ?? 1440), height: Number(process.env.H ?? 900) }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', colorScheme: process.env.DARK ? 'dark' : 'light' });
if (mobile !== '-') { const r = await ctx.request.post(base + '/web/partner/user/login', { data: { account: mobile, password: 'Demo#2026' } }); const j = await r.json(); if (j.code !== '0') console.log(j); }
for (const [i, p] of paths.entries()) {
  const page = await ctx.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(p, m.type(), m.text().slice(0, 300)));
  page.on('pageerror', (e) => console.log(p, 'PAGEERROR', e.message.slice(0, 300)));
  const r = await page.goto(base + p, { waitUntil: 'networkidle' }).catch((e) => console.log(p, e.message));
  await page.waitForTimeout(300);
  if (process.env.CLICK) { await page.click(process.env.CLICK).catch((e) => console.log(e.message)); await page.waitForTimeout(700); }
  await page.screenshot({ path: `/tmp/shots/${out}-${i}.png`, fullPage: !!process.env.FULL });
  console.log(r?.status(), p, await page.title());
  await page.close();
}
await b.close();
