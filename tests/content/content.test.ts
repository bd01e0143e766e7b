import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentProblems, shown } from '../../scripts/content';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const question = (matter: string, body: string) => `---\n${matter}\n---\n\n${body}\n`;
const good = 'title: 怎样给订单加备注？\nchapter: orders\norder: 200\nupdated: 2026-11-21\nkeywords: [备注]';
const sentences = () => contentProblems(folder).map((one) => shown(one, ''));

describe('the texts editors write', () => {
  it('are all in order', () => expect(contentProblems()).toEqual([]));

  it('may gain a question with links to questions, pages and the web', () => {
    write(
      'help/order/order-note.md',
      question(
        good,
        '见[改单](edit-submitted.md)、[账期](../credit/due-date.md)、[订单](/portal/supplyChain/factory/order/list)、[锚点](/portal/help/orderMaster/orders#cancel-order)与[网站](https://example.com/)。',
      ),
    );
    expect(sentences()).toEqual([]);
  });

  it('name file and line of every broken link, anchor and image', () => {
    write(
      'help/order/order-note.md',
      question(
        good,
        [
          '第一行写些字凑够长度。',
          '[坏](none.md)',
          '[页](/portal/nowhere)',
          '[点](/portal/help/orderMaster/orders#gone)',
          '![](/intro/share.png)',
          '![图](/intro/gone.webp)',
          '[乱](somewhere)',
          '`[码](none.md)`',
          '[段](edit-submitted.md#gone)与[题](edit-submitted.md#edit-submitted)',
        ].join('\n\n'),
      ),
    );
    expect(sentences()).toEqual([
      '/help/order/order-note.md:11: 链接“坏”指向的 none.md 不存在',
      '/help/order/order-note.md:13: 链接“页”指向的页面 /portal/nowhere 不存在',
      '/help/order/order-note.md:15: 链接“点”指向的页面 /portal/help/orderMaster/orders 上没有 #gone',
      '/help/order/order-note.md:17: 图片 /intro/share.png 缺少文字说明：请写成 ![说明](/intro/share.png)',
      '/help/order/order-note.md:19: 图片 /intro/gone.webp 不存在，应为 public/intro/gone.webp',
      '/help/order/order-note.md:21: 链接“乱”的地址“somewhere”看不懂：写另一个问题的文件名（如 edit-order.md），或以 / 开头的页面地址',
      '/help/order/order-note.md:25: 链接“段”指向的 edit-submitted.md 里没有 #gone：链接到问题只写文件名',
    ]);
  });

  it('say in the editor’s words what is wrong with the front matter, and where', () => {
    write('help/order/order-note.md', question('title: 短\nchapter: nothing\norder: 一\nupdated: 昨天\nauthor: 我', '回答写在这里，要有足够的长度。'));
    const lines = sentences();
    expect(lines).toContain('/help/order/order-note.md:2: title 太短，请写成一个完整的问题');
    expect(lines.find((line) => line.includes(':3:'))).toContain('chapter 不在章节表里');
    expect(lines).toContain('/help/order/order-note.md:4: order 应为整数，决定问题在章节里的先后');
    expect(lines).toContain('/help/order/order-note.md:5: updated 应为日期，如 2026-11-20');
    expect(lines).toContain('/help/order/order-note.md:6: 不认识的字段：author');
  });

  it('refuse a question without answer, a second one of the same title, and names that are no addresses', () => {
    write('help/order/empty-one.md', question(good, ''));
    write('help/order/edit-twice.md', readFileSync('content/help/order/edit-submitted.md', 'utf8'));
    write('help/order/改单.md', question(good.replace('备注？', '说明？'), '回答写在这里，要有足够的长度。'));
    const lines = sentences().join('\n');
    expect(lines).toContain('/help/order/empty-one.md:8: 还没有写回答');
    expect(lines).toContain('与 help/order/edit-submitted.md 重复');
    expect(lines).toContain('文件名“改单”就是问题的网址');
  });

  it('miss a question that an intro page names', () => {
    rmSync(join(folder, 'help/experts/how-long.md'));
    expect(sentences()).toContain('/intro/riskExperts.md:23: questions 里的 experts/how-long 不存在，应为 content/help/experts/how-long.md');
  });
});
