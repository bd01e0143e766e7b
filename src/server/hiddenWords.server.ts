import { HIDDEN } from '~/shared/mask';
import { told } from '~/shared/told';

const PROSE = /[\u4e00-\u9fff]/;
const NUMBER = '-?\\d[\\d,]*(?:\\.\\d+)?';
const anyNumber = new RegExp(NUMBER, 'g');
/** ¥1,200.00 · 1200元 · 3.5万元 · 12.50/箱 */
const sums = new RegExp(`[¥￥]\\s*${NUMBER}|${NUMBER}(?=\\s*万?元)|${NUMBER}(?=/[\\u4e00-\\u9fff])`, 'g');
const MONEY =
  /金额|单价|价格|标准价|限价|客户价|应付|应收|实付|余额|货款|商品合计|运费|折扣|优惠|尾差|欠款|未收|已收(?!货)|收款|来款|入账|冻结|可用资金|可用余额|额度|已核销|限额|敞口|授信(?!类型|账户|期)|用信金额|采购额|本金|利息|违约金|罚息|保理|逾期额|回款|未还|已还|退款(?!单|中|方式|原因)|提现(?!单|中)|抹零|折让|坏账|承诺(?!日|书)|评分/;
const COST = /成本/;
const MOBILE = /手机|电话|联系方式/;
const PAPERS = /身份证|证件号/;
const mobiles = /(?<![\dA-Za-z])(?:1[3-9]\d(?:\d{8}|\*{4}\d{3})|0\d{2,3}-\d{7,8})(?![\dA-Za-z])/g;
const papers = /(?<![\dA-Za-z])\d{6}(?:\d{11}|\*{8}\d{3})[\dXx](?![\dA-Za-z])/g;

/** The hidden field a Chinese name stands for, '' for none: 单价 is an amount, 联系电话 a number to call. */
export function fieldOfLabel(label: string): string {
  if (COST.test(label)) return 'cost';
  if (MONEY.test(label)) return 'amount';
  if (PAPERS.test(label)) return 'idCard';
  return MOBILE.test(label) ? 'mobile' : '';
}

/**
 * A sentence without the values these fields hide. Amounts are known by their marks; numbers of people and papers by their form. What people typed themselves
 * and what was written before there were marks may still say sums: they are looked for by their sign or unit, or by the name they follow within a clause.
 * What holds no Chinese is a code or a key and stays as it is.
 */
export function wordsWithout(hidden: readonly string[], text: string): string {
  const marked = told(text, hidden);
  if (!PROSE.test(marked)) return marked;
  let words = marked;
  if (hidden.includes('amount') || hidden.includes('cost')) words = words.replace(/[^，；。\n]+/g, (clause) => clauseWithout(hidden, clause));
  if (words !== marked) net.caught(marked, words);
  if (hidden.includes('mobile')) words = words.replace(mobiles, HIDDEN);
  if (hidden.includes('idCard')) words = words.replace(papers, HIDDEN);
  return words;
}

/** The second net: told of each sentence with a sum in it that carried no mark. Tests fail on it (tests/support/net.ts). */
export const net = { caught: (_text: string, _left: string): void => {} };

function clauseWithout(hidden: readonly string[], clause: string): string {
  const cost = COST.test(clause);
  if (!hidden.includes(cost ? 'cost' : 'amount')) return clause;
  const bare = clause.replace(sums, HIDDEN);
  const at = bare.search(cost ? COST : MONEY);
  return at < 0
    ? bare
    : bare.slice(0, at) +
        bare
          .slice(at)
          .replace(/[A-Za-z]+[\w-]*\d[\w-]*|\d{4}-\d{2}-\d{2}/g, keep)
          .replace(anyNumber, HIDDEN)
          .replace(KEPT, unkept);
}

/** Document numbers and dates in a clause about money are not money. */
const KEPT = /[\ue000-\uf8ff]+/g;
const keep = (code: string): string => [...code].map((letter) => String.fromCharCode(0xe000 + letter.charCodeAt(0))).join('');
const unkept = (code: string): string => [...code].map((letter) => String.fromCharCode(letter.charCodeAt(0) - 0xe000)).join('');
