import { saveLetterTemplate } from '~/domains/collection/letterTemplate.server';
import { type Step, stepOf } from '~/domains/collection/strategy';
import { StrategyForm } from '~/domains/collection/strategy.schema';
import { publishStrategy, saveStrategy } from '~/domains/collection/strategySave.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

const DAY = 86_400_000;
const soon = '{客户}：贵司应付{厂家}货款{应收金额}元，部分即将到期，请留意安排付款。';
const due = '{客户}：贵司在{厂家}有{逾期笔数}笔货款已到期，逾期金额{逾期金额}元，最早到期日{最早到期日}。请安排付款，如已付款请忽略本提醒。';
const usual: Step[] = [
  stepOf({ offset: -3, channel: 'MESSAGE', body: soon }),
  stepOf({ offset: 1, channel: 'MESSAGE', body: due }),
  stepOf({ offset: 7, channel: 'PHONE', body: '核对账目，问清付款日期，登记承诺', escalateHours: 24 }),
  stepOf({ offset: 15, channel: 'SMS', body: due, repeatEvery: 7, repeatMax: 2 }),
  stepOf({ offset: 30, channel: 'LETTER', auto: false, assignee: 'OWNER', body: '逾期{逾期天数}天，请制作催款函并寄送', escalateHours: 48 }),
];
const large: Step[] = [
  stepOf({ offset: 1, channel: 'PHONE', body: '大额客户，当天联系对方财务负责人', escalateHours: 8 }),
  stepOf({ offset: 7, channel: 'VISIT', body: '与销售经理一同上门对账', assignee: 'OWNER', escalateHours: 72 }),
  stepOf({ offset: 20, channel: 'LETTER', auto: false, assignee: 'OWNER', body: '请制作催款函并寄送' }),
  stepOf({ offset: 45, channel: 'LAWYER', auto: false, assignee: 'OWNER', body: '请与法务确认后发律师函' }),
];
const match = { levelIds: [], regions: [], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null };
const rhythm = {
  match,
  entry: 'CONTEXTUAL',
  gapDays: 3,
  dailyCap: 0,
  windowFrom: 540,
  windowUntil: 1080,
  workdaysOnly: true,
  minAmount: '100.00',
  stopOn: ['PTP', 'DISPUTE', 'LEGAL'],
  promiseGrace: 1,
  endAction: 'MANUAL',
  endAfter: 45,
};

/** Two in force, one of them about to change, one that nobody has published yet; and a wording of the factory's own. */
export async function writeStrategies(tx: Tx, admin: Me, now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  const write = (name: string, priority: number, spec: object, days: number, notes = '', before: { id: string; version: number } | null = null) =>
    saveStrategy(tx, admin, StrategyForm.parse({ ...(before ?? {}), name, priority, notes, spec: { ...rhythm, ...spec } }), at(days));
  const first = await write('大额重点催收', 10, { steps: large, match: { ...match, minOverdue: '80000.00' }, endAction: 'LEGAL', endAfter: 30 }, 300);
  await publishStrategy(tx, admin, first, at(299));
  const second = await write('常规催收', 50, { steps: usual.slice(0, 3) }, 298);
  const published = await publishStrategy(tx, admin, second, at(297));
  const third = await write('常规催收', 50, { steps: usual }, 120, '增加短信与催款函', published);
  const enabled = await publishStrategy(tx, admin, third, at(119));
  await write('常规催收', 50, { steps: usual, gapDays: 5, endAction: 'FREEZE' }, 6, '拉长联系间隔，结束后冻结额度', enabled);
  await write('长期合作客户', 30, { steps: usual.slice(0, 2), gapDays: 7, match: { ...match, maxDays: 30 }, endAction: 'NONE' }, 4, '老客户只做温和提醒');
  const body = '{客户}：\n截至{今天}，贵司尚欠{厂家}货款{逾期金额}元，已逾期{逾期天数}天。\n双方合作多年，望贵司于3日内付清，以便我司继续安排供货。';
  await saveLetterTemplate(tx, admin, { id: '', version: 0, kind: 'LETTER', name: '老客户催款函', body }, at(100));
}
