import * as wire from '~/domains/collection/case.schema';
import { addPromise, addRecord, moveCase, pauseCases } from '~/domains/collection/caseActions.server';
import { createCase } from '~/domains/collection/caseCreate.server';
import { stillOpen } from '~/domains/collection/caseStore.server';
import '~/domains/collection/debtChange.server';
import { dueCustomers, turnCustomers } from '~/domains/collection/dispatch.server';
import { LetterInput } from '~/domains/collection/letter.schema';
import { makeLetter, previewLetter } from '~/domains/collection/letter.server';
import { ReturnForm } from '~/domains/collection/return.schema';
import { decideReturn, saveReturn } from '~/domains/collection/returns.server';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { openDispute } from '~/domains/receivablePlan/dispute.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { clockOf } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { isWorkingDay } from '~/shared/workingTime';
import { writeStrategies } from './collectionStrategies.server';

interface People {
  finance: Me;
  admin: Me;
}
/** A working day's morning so many days back. */
function morning(now: Date, ago: number, hour = 10): Date {
  let day = addDays(shanghaiDate(now), -ago);
  while (!isWorkingDay(day)) day = addDays(day, -1);
  return new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`);
}

/** Strategies in every state, and cases in every state: called, promised, broken, written to, escalated, given up, paused, disputed, cleared. */
export async function collectDebts(tx: Tx, { finance, admin }: People, now: Date): Promise<void> {
  if (finance.accountId === admin.accountId) return;
  await writeStrategies(tx, admin, now);
  const clock = clockOf({ id: admin.tenantId, name: admin.tenantName });
  const turn = async (ago: number) => {
    const at = morning(now, ago);
    await turnCustomers(tx, clock, await dueCustomers(tx, clock, at), at);
  };
  await turn(24);
  const cases = await openCases(tx, admin);
  const desk = new Desk(tx, { finance, admin }, now);
  const [broken, kept, promised, written, lawsuit, lost, paused, cleared, disputed] = cases;
  if (broken) await desk.promise(broken, 20, 12, 10n);
  await turn(16);
  if (kept) await desk.keep(kept);
  await turn(9);
  if (written) await desk.letter(written, 'LETTER', 7);
  if (lawsuit) {
    await desk.letter(lawsuit, 'LAWYER', 6);
    await desk.move(lawsuit, 'ESCALATED', 5, '客户失联，转法务处理');
  }
  if (lost) {
    await desk.move(lost, 'ESCALATED', 8, '被执行人名单，转法务');
    await desk.move(lost, 'BAD', 3, '法院终结执行，无可执行财产');
  }
  if (promised) await desk.promise(promised, 2, -3, 3n);
  if (paused && (await desk.standing(paused))) await pauseCases(tx, admin, { ids: [paused.id], paused: true, reason: '总经理已约对方面谈' }, morning(now, 4));
  if (cleared) await desk.payAll(cleared.customer_id, 4);
  if (disputed) await desk.dispute(disputed.customer_id);
  await openByHand(tx, { finance, admin }, now);
  await turn(2);
}

const openCases = (tx: Tx, me: Me) =>
  tx
    .selectFrom('urge_case')
    .select(['id', 'customer_id', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where(stillOpen())
    .where('overdue_amount', '>', 0n)
    .orderBy('items')
    .orderBy('overdue_amount')
    .orderBy('id')
    .execute();
type Case = Awaited<ReturnType<typeof openCases>>[number];

/** Whoever owes something that is not due yet is looked after by hand. */
async function openByHand(tx: Tx, { finance, admin }: People, now: Date): Promise<void> {
  const row = await tx
    .selectFrom('receivable as r')
    .select('r.customer_id')
    .where('r.tenant_id', '=', admin.tenantId)
    .where('r.status', 'in', ['OPEN', 'PART'])
    .where('r.due_date', '>', addDays(shanghaiDate(now), 5))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('urge_case as c')
            .select('c.id')
            .whereRef('c.tenant_id', '=', 'r.tenant_id')
            .whereRef('c.customer_id', '=', 'r.customer_id')
            .where(stillOpen('c')),
        ),
      ),
    )
    .orderBy('r.no')
    .executeTakeFirst();
  if (!row) return;
  const input = wire.CaseForm.parse({ customerId: row.customer_id, followOn: addDays(shanghaiDate(now), 1), reason: '大额到期前提前沟通付款安排' });
  await createCase(tx, finance, input, morning(now, 1));
}

/** What people do to a case, on days gone by. */
class Desk {
  private flow = 0;
  constructor(
    private tx: Tx,
    private people: People,
    private now: Date,
  ) {}

  /** The case with what is overdue in it; none when other pages of the demo have settled it by then, on some days of the year they have. */
  standing(of: Case) {
    return this.tx
      .selectFrom('urge_case')
      .select(['version', 'overdue_amount'])
      .where('tenant_id', '=', this.people.admin.tenantId)
      .where('id', '=', of.id)
      .where(stillOpen())
      .where('overdue_amount', '>', 100n)
      .executeTakeFirst();
  }

  /** `share`: one part in so many of what is overdue. `due` days ago, below 0 in days to come. */
  async promise(of: Case, ago: number, due: number, share: bigint): Promise<void> {
    const { overdue_amount: overdue } = (await this.standing(of)) ?? {};
    if (!overdue) return;
    const record = wire.RecordInput.parse({
      id: of.id,
      way: 'PHONE',
      contact: '财务负责人',
      result: 'PROMISED',
      content: '对方确认欠款无误，答应先付一部分',
      promiseAmount: formatYuan(overdue / share),
      promiseOn: addDays(shanghaiDate(this.now), -due),
    });
    await addRecord(this.tx, this.people.finance, record, morning(this.now, ago, 11));
  }

  /** Promised, paid in time, and agreed whose doing it was; another part waits to be agreed to. */
  async keep(of: Case): Promise<void> {
    const { finance, admin } = this.people;
    const { overdue_amount: overdue = 0n } = (await this.standing(of)) ?? {};
    const payable = (await this.debts(of.customer_id)).reduce((sum, { open }) => sum + open, 0n);
    const amount = overdue / 2n < payable ? overdue / 2n : payable;
    if (amount < 2n) return;
    await addPromise(
      this.tx,
      finance,
      wire.PromiseInput.parse({ id: of.id, amount: formatYuan(amount), dueOn: addDays(shanghaiDate(this.now), -8), contact: '老板' }),
      morning(this.now, 15, 11),
    );
    const receiptId = await this.pay(of.customer_id, amount, 10);
    const form = {
      caseId: of.id,
      stage: 'EARLY',
      receiptId,
      memberId: finance.memberId,
      ratio: '100',
      receivedOn: shanghaiDate(morning(this.now, 10)),
      remark: '电话催回',
    };
    const half = formatYuan(amount / 2n);
    const first = await saveReturn(this.tx, finance, ReturnForm.parse({ ...form, amount: half }), morning(this.now, 9, 15));
    await decideReturn(this.tx, admin, { id: first.id, version: 1, pass: true, opinion: '属实' }, morning(this.now, 8, 15));
    await saveReturn(this.tx, finance, ReturnForm.parse({ ...form, stage: 'MIDDLE', amount: half, ratio: '50' }), morning(this.now, 1, 15));
  }

  async letter(of: Case, kind: 'LETTER' | 'LAWYER', ago: number): Promise<void> {
    if (!(await this.standing(of))) return;
    const at = morning(this.now, ago, 14);
    const words = await previewLetter(this.tx, this.people.finance, { id: of.id, templateId: kind }, at);
    await makeLetter(this.tx, this.people.finance, LetterInput.parse({ id: of.id, kind, show: true, templateId: kind, ...words }), at);
  }

  async move(of: Case, to: 'ESCALATED' | 'BAD', ago: number, reason: string): Promise<void> {
    const found = await this.standing(of);
    if (found) await moveCase(this.tx, this.people.admin, { id: of.id, version: found.version, to, reason }, morning(this.now, ago, 16));
  }

  /** Settles the customer's oldest debts with so much. */
  async pay(customerId: string, amount: bigint, ago: number): Promise<string> {
    const debts = await this.debts(customerId);
    let left = amount;
    const applies = debts.flatMap(({ id, open }) => {
      const part = open < left ? open : left;
      left -= part;
      return part > 0n ? [{ receivableId: id, amount: formatYuan(part) }] : [];
    });
    const at = morning(this.now, ago, 9);
    const form = {
      customerId,
      amount: formatYuan(amount - left),
      payWay: 'BANK',
      bankFlowNo: `CSHK${String(++this.flow).padStart(5, '0')}`,
      receivedAt: at.toISOString(),
    };
    const { id } = await registerReceipt(this.tx, this.people.finance, ReceiptForm.parse({ ...form, applies }), at);
    return id;
  }

  async payAll(customerId: string, ago: number): Promise<void> {
    const debts = await this.debts(customerId);
    const sum = debts.reduce((total, { open }) => total + open, 0n);
    if (sum > 0n) await this.pay(customerId, sum, ago);
  }

  /** Everything that is overdue is disputed: nothing is asked for until it is settled. */
  async dispute(customerId: string): Promise<void> {
    for (const { id, open } of await this.debts(customerId))
      await openDispute(
        this.tx,
        this.people.finance,
        { receivableId: id, reason: 'QUALITY', amount: open, words: '到货色差，双方共同送检', voucher: [] },
        morning(this.now, 3, 15),
      );
  }

  /** Not on credit: those are paid by instalment. */
  private debts(customerId: string) {
    return this.tx
      .selectFrom('receivable')
      .select(['id', (eb) => eb.ref('open').$castTo<bigint>().as('open')])
      .where('tenant_id', '=', this.people.admin.tenantId)
      .where('customer_id', '=', customerId)
      .where('status', 'in', ['OPEN', 'PART'])
      .where('credit_order_id', 'is', null)
      .where('open', '>', 0n)
      .orderBy('due_date')
      .orderBy('id')
      .execute();
  }
}
