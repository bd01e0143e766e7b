import { sql } from 'kysely';
import type { z } from 'zod';
import type { Weighed } from '~/domains/price/candidate';
import { explainPrice } from '~/domains/price/explain.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiTime } from '~/shared/dates';
import { trimQty } from '~/shared/money';
import { notFound, refuseField } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import { said } from '~/shared/told';
import { tierWords } from './priceStrategy';
import type { SimulateInput, Simulation } from './priceStrategy.schema';

/** 取价试算: the price an order would get, by the rule orders go by, and what became of every other candidate. */
export async function simulatePrice(tx: Tx, me: Me, input: SimulateInput, now: Date): Promise<z.output<typeof Simulation>> {
  const at = instantOf(input.at, now);
  const { customer, project } = await whoBuys(tx, me, input);
  const { customerId, projectId, skuId, qty } = input;
  const { sku, unitId, resolved, ranked } = await explainPrice(tx, me, { customerId, projectId, at, line: { skuId, unitId: input.unitId, qty } });
  const names = new Map(sku.units.map((unit) => [unit.unitId, unit.name]));
  return {
    customerId,
    customerName: customer,
    projectId,
    projectName: project,
    skuId,
    skuCode: sku.skuCode,
    productName: [sku.name, sku.saleText].filter(Boolean).join(' / '),
    units: sku.units.map(({ unitId, name }) => ({ unitId, name })),
    unitId,
    unitName: names.get(unitId) ?? '',
    qty: trimQty(qty),
    at,
    price: resolved.price,
    source: resolved.source,
    listPrice: resolved.listPrice,
    minPrice: resolved.minPrice,
    belowFloor: resolved.belowFloor,
    problem: !sku.visible || sku.status !== 'ON' || sku.skuStatus !== 'ACTIVE' ? '该商品已下架或对该客户不可见，实际不能下单' : '',
    rows: ranked.map(({ candidate, hit, reason }, index) => ({
      order: index + 1,
      layer: candidate.layer,
      id: candidate.id,
      name: candidate.name ?? '',
      rule: ruleOf(candidate, names.get(candidate.unitId) ?? ''),
      minQty: trimQty(candidate.minQty),
      validity: validityOf(candidate),
      price: candidate.miss === null || /[1-9]/.test(candidate.unitPrice) ? candidate.unitPrice : null,
      hit,
      usable: candidate.miss === null,
      reason,
    })),
  };
}

/** '2026-05-01', or with hours, as read in Shanghai. */
function instantOf(text: string, now: Date): Date {
  if (text === '') return now;
  const at = new Date(`${text.slice(0, 10)}T${text.slice(11) || '00:00'}+08:00`);
  return Number.isNaN(at.getTime()) ? refuseField('at', `没有“${text}”这个时间`) : at;
}

async function whoBuys(tx: Tx, me: Me, { customerId, projectId }: SimulateInput): Promise<{ customer: string; project: string }> {
  const { rows } = await sql<{ customer: string; project: string | null; owner: string | null }>`
    select c.name as customer, j.name as project, j.customer_id::text as owner from customer c
    left join project j on j.tenant_id = c.tenant_id and j.id::text = ${projectId}
    where c.tenant_id = ${me.tenantId} and c.id = ${customerId}`.execute(tx);
  const found = rows[0] ?? notFound('所选客户');
  if (projectId !== '' && found.project === null) notFound('所选项目');
  if (found.owner !== null && found.owner !== customerId) refuseField('projectId', `项目“${found.project}”不是客户“${found.customer}”的项目`);
  return { customer: found.customer, project: found.project ?? '' };
}

const ruleOf = ({ method, price }: Weighed, unitName: string): string =>
  method ? said('amount', tierWords(method, [{ minQty: '0', value: price }])) : `${saidPrice(price)}元/${unitName}`;

function validityOf({ validFrom, validTo, startAt, endAt }: Weighed): string {
  if (startAt || endAt) return `${startAt ? shanghaiTime(startAt).slice(0, 16) : ''}~${endAt ? shanghaiTime(endAt).slice(0, 16) : '长期'}`;
  return validFrom ? `${validFrom}~${validTo ?? '长期'}` : '长期';
}
