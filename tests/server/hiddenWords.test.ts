import { afterEach, expect, it, vi } from 'vitest';
import { fieldOfLabel, net, wordsWithout } from '~/server/hiddenWords.server';
import { saidYuan } from '~/shared/said';
import { failOnUnmarked } from '../support/net';

afterEach(() => {
  net.caught = failOnUnmarked;
});

it('knows sums by their marks, whatever they are called; one without a mark is caught by the second net, which fails a test', () => {
  expect(wordsWithout(['amount'], `拨备 ${saidYuan(350_000n)}，较上月增加${saidYuan(1_200n)}`)).toBe('拨备 ***，较上月增加***');
  expect(() => wordsWithout(['amount'], '还差1,200.00元')).toThrow('without its mark');
  expect(() => wordsWithout(['mobile'], '还差1,200.00元')).not.toThrow();
});

it('takes sums, prices, costs and numbers of people out of sentences people typed, and leaves quantities, dates and document numbers', () => {
  net.caught = vi.fn();
  const cases: [hidden: string[], text: string, left: string][] = [
    [['amount'], '岩禾提交了订单DD20261121000001，应付12,800.00元', '岩禾提交了订单DD20261121000001，应付***元'],
    [['amount'], '可用余额 ¥500.00 不足，还差￥1,234.50', '可用余额 *** 不足，还差***'],
    [['amount'], '单价：12.50 → 13；起订量：10 → 20', '单价：*** → ***；起订量：10 → 20'],
    [['amount'], '第3行“防水涂料”：数量5箱超过可发数量3箱', '第3行“防水涂料”：数量5箱超过可发数量3箱'],
    [['amount'], '应收单YS20261121000003已核销 2,000.00，到期日2026-12-20', '应收单YS20261121000003已核销 ***，到期日2026-12-20'],
    [['amount'], '入账单RZ20261121000001金额3.5万元', '入账单RZ20261121000001金额***万元'],
    [['amount'], '成本：8.00 → 9.00', '成本：8.00 → 9.00'],
    [['cost'], '成本：8.00 → 9.00；标准价：12 → 13', '成本：*** → ***；标准价：12 → 13'],
    [['amount'], '授信：10000 → 20000，敞口 3500', '授信：*** → ***，敞口 ***'],
    [['amount'], '本金 9,820.00，违约金180.00，承诺 5,000.00，承诺日期2026-12-20', '本金 ***，违约金***，承诺 ***，承诺日期2026-12-20'],
    [['amount'], '保理 30000，罚息12.5，信用评分 86', '保理 ***，罚息***，信用评分 ***'],
    [['amount'], '授信期限90天，退款单TK20261121000003，坏账 12', '授信期限90天，退款单TK20261121000003，坏账 ***'],
    [['mobile'], '账号 13912345678 已绑定139****678，座机0571-88881234，物流单号SF13912345678', '账号 *** 已绑定***，座机***，物流单号SF13912345678'],
    [['mobile'], '收货人139****5678', '收货人139****5678'],
    [['idCard'], '身份证号330106199001011234与330106********1234', '身份证号***与***'],
    [[], '应付12,800.00元', '应付12,800.00元'],
    [['amount', 'mobile', 'idCard', 'cost'], '01a1fdc9-ca07-744f-a2c5-13912345678a', '01a1fdc9-ca07-744f-a2c5-13912345678a'],
  ];
  for (const [hidden, text, left] of cases) expect(wordsWithout(hidden, text)).toBe(left);
});

it('knows a hidden field by the names people read', () => {
  expect(['单价', '应付金额', '成本', '电话', '证件号', '数量', '交期'].map(fieldOfLabel)).toEqual(['amount', 'amount', 'cost', 'mobile', 'idCard', '', '']);
});
