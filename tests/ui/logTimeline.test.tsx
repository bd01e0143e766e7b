import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LogTimeline } from '~/ui/values/LogTimeline';

const at = '2026-11-21T02:00:00.000Z';
const steps = [
  { at, actor: '孙丽', action: '调整额度', changes: ['额度：10万元 → 20万元', '账期：30天 → 60天'] },
  { at, actor: '陈静', action: '开户', changes: [] },
];

test('a log is told in the order it was read, also where all of it is of one moment, with what changed or was noted', () => {
  const told = renderToString(<LogTimeline log={steps} />);
  expect(told.indexOf('调整额度')).toBeLessThan(told.indexOf('开户'));
  expect(told).toContain('额度：10万元 → 20万元；账期：30天 → 60天');
  expect(renderToString(<LogTimeline log={[{ at: new Date('2026-11-20'), actor: '赵强', action: '作废', note: '录错客户' }]} />)).toContain('录错客户');
});
