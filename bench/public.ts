import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { screens } from '~/portal/screens';
import { browserPath } from '../scripts/browser.mjs';
import { startProduct } from './product';
import { record } from './report';
import { freePort } from './world';

const LEAST_SCORE = 98;
const MOST_LCP_MS = 1500;
const MOST_JS_KB = 15;
const categories = { performance: '性能', accessibility: '无障碍', 'best-practices': '最佳实践', seo: 'SEO' } as const;
const others = ['/portal/help/orderMaster/orders', '/portal/help/creditManager/basics'];

/** Every public page as a phone on slow 4G with a processor four times slower sees it (Lighthouse's own mobile settings), from an embedded database without demo data. */
export async function measurePublic(): Promise<void> {
  const port = await freePort();
  const product = await startProduct(port, { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-public-')), DEMO: '0', PUBLIC_ORIGIN: `http://localhost:${port}` });
  const debugPort = await freePort();
  const browser = await chromium.launch({ ...browserPath(), args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debugPort}`] });
  try {
    const pages = screens.filter(({ who, path }) => who === 'public' && /temphome|introduce|help|legal/.test(path)).map(({ path }) => path);
    const worst = { score: 100, where: '', lcp: 0, js: 0 };
    for (const path of [...pages, ...others]) {
      const found = await look(`http://127.0.0.1:${port}${path}`, debugPort);
      console.log(`  ${path}: ${found.scores.map(({ name, score }) => `${name} ${score}`).join(', ')}, LCP ${found.lcp} ms, JS ${found.js.toFixed(1)} kB`);
      for (const failed of found.failed) console.log(`    ${failed}`);
      const lowest = Math.min(...found.scores.map(({ score }) => score));
      if (lowest < worst.score) Object.assign(worst, { score: lowest, where: path });
      worst.lcp = Math.max(worst.lcp, found.lcp);
      worst.js = Math.max(worst.js, found.js);
    }
    record(`public pages, lowest Lighthouse score of four on a phone${worst.where ? ` (${worst.where})` : ''}`, worst.score, '', { least: LEAST_SCORE });
    record('public pages, slowest LCP', worst.lcp, 'ms', { most: MOST_LCP_MS });
    record('public pages, most JS', Math.round(worst.js * 10) / 10, 'kB', { most: MOST_JS_KB });
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function look(url: string, port: number) {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: Object.keys(categories) });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
  const { lhr } = result;
  const requests = (lhr.audits['network-requests']?.details as { items: { resourceType: string; transferSize: number }[] } | undefined)?.items ?? [];
  const named = new Map(
    Object.values(lhr.categories).flatMap((category) => category.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => [id, category.id] as const)),
  );
  return {
    scores: Object.entries(categories).map(([id, name]) => ({ name, score: Math.round((lhr.categories[id]?.score ?? 0) * 100) })),
    lcp: Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY),
    js: requests.filter(({ resourceType }) => resourceType === 'Script').reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    failed: [...named].flatMap(([id, category]) => {
      const audit = lhr.audits[id];
      return audit?.score !== null && audit && audit.score < 0.9 ? [`${category}: ${id} ${audit.displayValue ?? ''}`] : [];
    }),
  };
}
