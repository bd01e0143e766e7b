import { fundingOf } from '~/domains/finance/funding.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { Refusal } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type PricedLine, priceLines } from '../lines/lines.server';
import { payMethods } from '../order';
import type { Plan, Row, Told } from './importColumns.server';

/** Prices every order as submitting will; whatever it refuses is told at its row. Answers what each order comes to. */
export async function priceOrders(tx: Tx, me: Me, plan: Plan, tell: Told, now: Date): Promise<Map<string, bigint>> {
  const payable = new Map<string, bigint>();
  const buyerOf = ({ customerId, projectId }: { customerId: string; projectId: string }) => `${customerId}/${projectId}`;
  for (const buyer of new Set([...plan.values()].map((one) => buyerOf(one.input)))) {
    const own = [...plan].filter(([, one]) => buyerOf(one.input) === buyer);
    const [customerId = '', projectId = ''] = buyer.split('/');
    let open = own.flatMap(([no, { rows, input }]) => input.lines.map((line, index) => ({ no, row: rows[index] as Row, line })));
    // Rules come in stages: rows refused in one are left out, so that the others are seen by the next.
    for (let stage = 0; stage < 6 && open.length; stage++) {
      const lines = await tried(() => priceLines(tx, me, { customerId, projectId, now, lines: open.map((one) => one.line), strict: true }));
      if (Array.isArray(lines)) {
        for (const [index, line] of (lines as PricedLine[]).entries()) {
          const no = open[index]?.no as string;
          payable.set(no, (payable.get(no) ?? 0n) + line.amount);
        }
        break;
      }
      const wrong = new Set<number>();
      for (const [path, message] of Object.entries((lines as Refusal).data.fields ?? {})) {
        const [, at = '0', field] = path.split('.');
        wrong.add(Number(at));
        tell(open[Number(at)]?.row as Row, field === 'qty' ? 'qty' : field === 'unitId' ? 'unit' : 'sku', `不能下单：${message}`);
      }
      if (!wrong.size) throw lines;
      open = open.filter((_, index) => !wrong.has(index));
    }
  }
  return payable;
}

async function tried(work: () => Promise<PricedLine[]>): Promise<PricedLine[] | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Orders take from what their customer can pay with in the file's order, until it is short. */
export async function refuseUnfunded(tx: Tx, me: Me, plan: Plan, payable: ReadonlyMap<string, bigint>, tell: Told, now: Date): Promise<void> {
  const left = new Map<string, bigint | null>();
  for (const [no, { rows, input }] of plan) {
    const needed = payable.get(no) ?? 0n;
    if (needed === 0n) continue;
    const { customerId, payMethod } = input;
    const key = `${payMethod}:${customerId}`;
    if (!left.has(key)) left.set(key, (await fundingOf(payMethod).explain(tx, me, { customerId, today: shanghaiDate(now) }))?.available ?? null);
    const available = left.get(key) ?? null;
    if (available === null) continue;
    if (available < needed) tell(rows[0] as Row, 'payMethod', `不能用${payMethods[payMethod]}：可用${saidYuan(available)}元，本单需${saidYuan(needed)}元`);
    else left.set(key, available - needed);
  }
}
