import { shanghaiTime } from '~/shared/dates';
import { compareQty, displayQty, displayYuan, parseYuan, sumQty } from '~/shared/money';
import { holderOf, isWaiting } from '../audit/auditTask';
import { orderActions } from '../order';
import type { DealerOrderDetail, OrderDetail } from './orderView.schema';

type AnyOrder = OrderDetail | DealerOrderDetail;
const MOST_LINES = 2;

/** Who approved the order and when, and what it waits for, in one sentence under its steps. */
export function whereItStands(order: AnyOrder): string {
  return [decided(order), waiting(order)].filter(Boolean).join('；');
}

function decided(order: AnyOrder): string {
  const last = (action: string) => order.events.find((event) => event.action === action);
  const said = (event: AnyOrder['events'][number] | undefined, what: string) =>
    event ? `${event.actor}于${shanghaiTime(new Date(event.at)).slice(0, 16)}${what}` : '';
  if (order.status === 'REJECTED') return said(last(orderActions.REJECT), `驳回：${order.closeReason}`);
  if (order.status === 'CANCELLED') return said(last(orderActions.CANCEL), `取消：${order.closeReason}`);
  return order.approvedAt === null ? '' : said(last(orderActions.APPROVE), '审核通过');
}

function waiting(order: AnyOrder): string {
  switch (order.status) {
    case 'DRAFT':
      return '尚未提交，厂家还看不到';
    case 'PENDING_AUDIT':
      return auditedBy(order);
    case 'PENDING_PAY':
      return `等待付款${dueOf(order)}，到款后才能发货`;
    case 'PENDING_DELIVERY':
    case 'PARTIAL_DELIVERED':
      return `${order.status === 'PENDING_DELIVERY' ? '尚未发货' : '尚未发齐'}：${unshipped(order)}`;
    case 'DELIVERED':
      return '已全部发出，等待客户签收';
    default:
      return '';
  }
}

function auditedBy(order: AnyOrder): string {
  const tasks = 'audit' in order ? order.audit.tasks : [];
  const asked = tasks.filter((task) => task.kind === 'OPINION' && isWaiting(task)).map((task) => task.name);
  const held = holderOf(tasks);
  return ['尚未发货：等待', held ? `${held.name}审核` : '厂家审核', asked.length ? `，并等待${asked.join('、')}答复加签` : ''].join('');
}

function dueOf(order: AnyOrder): string {
  if (![order.payable, order.held, order.paid].every((amount) => /^\d/.test(amount))) return '';
  const due = parseYuan(order.payable) - parseYuan(order.held) - parseYuan(order.paid);
  return due > 0n ? ` ${displayYuan(due)} 元` : '';
}

function unshipped(order: AnyOrder): string {
  if (order.pending) return '变更申请待审批，期间按较小的数量发货';
  const out = order.deliveries.filter((one) => one.status === 'WAIT_OUT');
  if (out.length) return `发货单${out.map((one) => one.no).join('、')}已开，待仓库出库`;
  return (
    missing(order) ||
    `${'buyer' in order ? '库存齐备，' : ''}等待${'buyer' in order ? '安排发货' : '厂家发货'}${order.expectDate ? `（期望${order.expectDate}到货）` : ''}`
  );
}

/** Lines that stock does not cover, as the factory sees them. */
function missing(order: AnyOrder): string {
  if (!('buyer' in order)) return '';
  const short = order.lines.filter((line) => line.short && compareQty(sumQty([line.shipped, line.closed]), line.qty) < 0);
  const said = short.slice(0, MOST_LINES).map((line) => `第${line.lineNo}行“${line.name}”库存不足（可用 ${displayQty(line.available)} ${line.baseUnitName}）`);
  return [...said, ...(short.length > MOST_LINES ? [`等共${short.length}行`] : [])].join('、');
}
