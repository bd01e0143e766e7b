import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { browserPath } from './browser.mjs';

/**
 * Takes the pictures of the intro pages from the built product with its demo factories: each screen in both themes, as AVIF in two widths
 * and one WebP for browsers without AVIF, into public/intro. `node scripts/screenshots.mjs [name …]`; DATA_DIR names the data to show.
 */
const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';
const OUT = 'public/intro';
const PORT = process.env.PORT ?? '4391';
const BASE = `http://localhost:${PORT}`;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 780 };
const PASSWORD = 'Demo#2026';
/** A database filled just now still delivers its notices, which would lie over the first picture. */
const SETTLE_MS = 10_000;

const firstOf =
  (path, query = {}, key = 'id') =>
  async (page) => {
    const answer = await (await page.request.post(`${BASE}/web${path}`, { data: { pageNo: 1, pageSize: 1, ...query } })).json();
    const row = answer.data?.pagedRecords?.[0];
    if (!row) throw new Error(`${path} has nothing to show for ${JSON.stringify(query)}`);
    return `?${key}=${row.id}`;
  };
const orders = '/saas-ofc/org/order/page';
const myOrders = '/saas-ofc/biz/order/page';
/** A new draft with the goods of the last order. */
const orderAgain = async (page) => {
  const [, id] = (await firstOf(myOrders)(page)).split('=');
  const { data } = await (await page.request.post(`${BASE}/web/saas-ofc/biz/order/copy`, { data: { id } })).json();
  return `?id=${data.id}`;
};

/** name, who looks, where, what the address needs; `act` runs before the picture. */
const shots = [
  { name: 'order-list', who: '13800000001', path: `${F}/order/list` },
  { name: 'order-detail', who: '13800000001', path: `${F}/order/detail`, query: firstOf(orders, { status: 'PARTIAL_DELIVERED' }) },
  { name: 'order-audit', who: '13800000001', path: `${F}/order/audit`, query: firstOf(orders, { status: 'PENDING_AUDIT' }) },
  { name: 'to-deliver', who: '13800000001', path: `${F}/deliver/orderList` },
  { name: 'stock', who: '13800000001', path: `${F}/warehouse/realTimeList` },
  { name: 'receivables', who: '13800000001', path: `${F}/finance/receivables/receivablesList` },
  { name: 'prices', who: '13800000001', path: `${F}/customerPrice/list` },
  { name: 'workbench', who: '13800000001', path: `${F}/workbench` },
  { name: 'dealer-order', who: '13800000002', path: `${D}/order/create`, query: orderAgain },
  {
    name: 'dealer-phone',
    who: '13800000002',
    path: `${D}/order/logistic`,
    query: firstOf(myOrders, { status: 'DELIVERED,PARTIAL_DELIVERED,COMPLETED' }),
    phone: true,
  },
];

const asked = process.argv.slice(2);
const chosen = shots.filter(({ name }) => !asked.length || asked.includes(name));
mkdirSync(OUT, { recursive: true });
const server = spawn(process.execPath, ['scripts/serve.mjs'], { env: { ...process.env, PORT, LOG_LEVEL: 'error' }, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await ready();
  const browser = await chromium.launch({ ...browserPath(), args: ['--no-sandbox', '--disable-gpu'] });
  for (const colorScheme of ['light', 'dark']) for (const shot of chosen) await take(browser, shot, colorScheme);
  if (!asked.length || asked.includes('share')) await sharePicture(browser);
  await browser.close();
} finally {
  server.kill('SIGTERM');
}

async function take(browser, { name, who, path, query, phone }, colorScheme) {
  const context = await browser.newContext({
    viewport: phone ? PHONE : DESK,
    deviceScaleFactor: phone ? 2 : 1.5,
    colorScheme,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const login = await page.request.post(`${BASE}/web/partner/user/login`, { data: { account: who, password: PASSWORD } });
  if ((await login.json()).code !== '0') throw new Error(`login of ${who} failed`);
  await page.goto(`${BASE}${path}${query ? await query(page) : ''}`, { waitUntil: 'networkidle' });
  await page.evaluate(asReadersSee);
  await page.evaluate(() => document.fonts.ready);
  const image = sharp(await page.screenshot());
  const file = `${OUT}/${name}-${colorScheme}`;
  const widths = phone ? [390] : [720, 1400];
  for (const width of widths) await image.clone().resize({ width }).avif({ quality: 56, effort: 6 }).toFile(`${file}-${width}.avif`);
  await image
    .clone()
    .resize({ width: phone ? 390 : 1100 })
    .webp({ quality: 76 })
    .toFile(`${file}.webp`);
  console.log(file);
  await context.close();
}

/** The demo's people have made-up mobile numbers that may be somebody's; and empty date fields speak this browser's language, not the reader's. */
function asReadersSee() {
  for (const input of document.querySelectorAll('input[type="date"]')) if (!input.value) Object.assign(input, { type: 'text', placeholder: '年 / 月 / 日' });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/\b(1[3-9]\d)\d{5}(\d{3})\b/g, '$1*****$2');
  for (const input of document.querySelectorAll('input')) input.value = input.value.replace(/^(1[3-9]\d)\d{5}(\d{3})$/, '$1*****$2');
}

/** The picture that chats and search results show beside a link. */
async function sharePicture(browser) {
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 630 } })).newPage();
  await page.goto(`file://${process.cwd()}/scripts/share-picture.html`);
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(`${OUT}/share.png`);
}

async function ready() {
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await fetch(`${BASE}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the product did not get ready');
}
