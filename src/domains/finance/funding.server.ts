import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { balance } from './fundBalance.server';
import { mixed } from './fundMixed.server';
import { offline } from './fundOffline.server';
import type { Refund, RefundedPart } from './refund.server';

/** What paying needs to know of an order; amounts in 分. */
export interface FundedOrder {
  id: string;
  no: string | null;
  customer_id: string;
  pay_method: string;
  /** What a stored order holds; offline orders hold what was paid in advance. */
  held?: bigint;
}

/** Goods of an order that left with a delivery. */
export interface Charge {
  customerId: string;
  orderId: string;
  orderNo: string;
  deliveryId: string;
  deliveryNo: string;
  amount: bigint;
  bizDate: string;
}

export interface Captured {
  /** What the account paid of it, and the event that did; null: nothing yet. */
  eventId: string | null;
  amount: bigint;
  /** What is left is owed by a plan of its own: due when that says, and settled where its repayments are registered. */
  planned?: { creditOrderId: string; dueDate: string | null };
}

/** A receivable owed by a plan whose delivery is reversed. */
export interface Uncharge {
  creditOrderId: string;
  deliveryId: string;
  deliveryNo: string;
  bizDate: string;
}

/** Sets `amount` (分) of a new order aside. */
export type SetAside = (order: FundedOrder, amount: bigint) => Promise<void>;

/** One way to pay an order. The money of its customer is locked (`lockCustomerMoney`) before a stored order is; `lock` does it for a new one. */
export interface Funding {
  /** What it sets aside stands in tables of its own: the order's row does not show it, so either may be written first. */
  apart: boolean;
  /** 先款后货: the order waits after the audit for what it does not hold yet. */
  awaitsPayment(tx: Tx, me: Me, order: FundedOrder): Promise<boolean>;
  lock(tx: Tx, me: Me, customerId: string): Promise<void>;
  /**
   * Reads what setting aside for a new order needs: at once what no lock holds still, then, by what it answers, the rest, which is sent behind `lock`
   * without waiting for it. `reserve` reads all of it by itself.
   */
  ahead?(tx: Tx, me: Me, order: Pick<FundedOrder, 'id' | 'customer_id'>, now: Date): Promise<() => Promise<SetAside>>;
  /** Sets money aside for an order that is submitted or grows. */
  reserve(tx: Tx, me: Me, order: FundedOrder, amount: bigint, now: Date): Promise<void>;
  /** Gives back `amount`, or all that is still set aside. */
  release(tx: Tx, me: Me, order: FundedOrder, amount: bigint | undefined, now: Date): Promise<void>;
  /** Gives back what is held beyond `most`, the most the order can still cost; `release` may have done so already. */
  releaseBeyond(tx: Tx, me: Me, order: FundedOrder, most: bigint, now: Date): Promise<void>;
  /** The order was approved, or approved as changed, or its money came in: takes what is held from the account, where the tenant wants it then. */
  commit(tx: Tx, me: Me, order: FundedOrder, now: Date): Promise<void>;
  /** Takes at most what is held for goods shipped; null when that is nothing. The rest becomes owed. */
  capture(tx: Tx, me: Me, charge: Charge, now: Date): Promise<Captured | null>;
  /** Undoes what a shipment put on a plan, when it is reversed. */
  uncharge?(tx: Tx, me: Me, input: Uncharge, now: Date): Promise<void>;
  /** Undoes a capture when its shipment is reversed. */
  reverse(tx: Tx, me: Me, input: { captureEventId: string; bizDate: string }): Promise<void>;
  /** Gives back what was paid for goods that came back, by what had paid it. Answers the parts and where each went. */
  refund(tx: Tx, me: Me, refund: Refund, now: Date): Promise<RefundedPart[]>;
  /** What the customer can still order for; null where nothing bounds it. `unusable`: this customer may not pay this way at all. */
  explain(tx: Tx, me: Me, input: { customerId: string; today: string }): Promise<{ available: bigint; unusable?: boolean } | null>;
}

const shared = globalThis as { portalFundings?: Map<string, Funding> };
shared.portalFundings ??= new Map();
const fundings = shared.portalFundings;

/** Said once for each pay method, by the domain whose money it is. */
export const defineFunding = (payMethod: string, funding: Funding): void => void fundings.set(payMethod, funding);

defineFunding('BALANCE', balance);
defineFunding('OFFLINE', offline);
defineFunding('MIXED', mixed);

/** What a customer may still order for by a method that not everybody has; null where it is not offered. `available` null: without a bound. */
export async function offeredBy(tx: Tx, me: Me, payMethod: string, input: { customerId: string; today: string }): Promise<{ available: bigint | null } | null> {
  const explained = await fundings.get(payMethod)?.explain(tx, me, input);
  if (explained === undefined || explained?.unusable) return null;
  return { available: explained?.available ?? null };
}

/** How the order is paid. */
export function fundingOf(payMethod: string): Funding {
  const funding = fundings.get(payMethod);
  if (!funding) throw new Error(`nothing pays by ${payMethod}`);
  return funding;
}
