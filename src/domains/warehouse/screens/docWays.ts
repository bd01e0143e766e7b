import { STOCK_IN, STOCK_OUT } from '~/portal/permissions';
import * as calls from '../calls';
import { ownOutKinds, stockInKinds, stockOutKinds } from '../stockDocState';

const base = '/portal/supplyChain/factory/warehouse';

/** What tells the screens of stock-ins from those of stock-outs. */
export const inWay = {
  noun: '入库单',
  what: '入库',
  /** Of its files. */
  type: 'stock_doc',
  key: 'stockIn',
  exported: 'stock-in-doc',
  make: STOCK_IN,
  kinds: stockInKinds as Readonly<Record<string, string>>,
  /** What a person may choose. */
  ownKinds: stockInKinds as Readonly<Record<string, string>>,
  firstKind: 'PURCHASE',
  /** Whether its lines are given a cost. */
  priced: true,
  pages: { list: `${base}/inList`, upload: `${base}/inList/upload`, form: `${base}/inAdd`, detail: `${base}/inDetail` },
  words: {
    counterparty: '供应商、车间等',
    files: '送货单、质检报告等',
    passes: '通过后立即增加库存。',
    reverses: '按原数量、原成本退出库存，不能恢复。',
    done: '库存已增加；有误请冲销后重新入库',
    signs: ['验收人：__________', '送货人：__________'],
    copies: '白联：仓库　红联：财务　黄联：送货方',
  },
  calls: {
    list: calls.stockInList,
    detail: calls.stockInDetail,
    save: calls.stockInSave,
    submit: calls.stockInSubmit,
    remove: calls.stockInDelete,
    giveBack: calls.stockInReturn,
    audit: calls.stockInAudit,
    reverse: calls.stockInReverse,
  },
} as const;
export const outWay = {
  noun: '出库单',
  what: '出库',
  type: 'stock_out',
  key: 'stockOut',
  exported: 'stock-out-doc',
  make: STOCK_OUT,
  kinds: stockOutKinds as Readonly<Record<string, string>>,
  ownKinds: ownOutKinds as Readonly<Record<string, string>>,
  firstKind: 'USE',
  priced: false,
  pages: { list: `${base}/outList`, upload: `${base}/outList/upload`, form: `${base}/outAdd`, detail: `${base}/outDetail` },
  words: {
    counterparty: '领用部门、供应商等',
    files: '领料单、报废审批等',
    passes: '通过后立即扣减库存，只能扣减可用的数量。',
    reverses: '按原数量、出库时的成本退回库存，不能恢复。',
    done: '库存已扣减；有误请冲销后重新出库',
    signs: ['发货人：__________', '领用人：__________'],
    copies: '白联：仓库　红联：财务　黄联：领用方',
  },
  calls: {
    list: calls.stockOutList,
    detail: calls.stockOutDetail,
    save: calls.stockOutSave,
    submit: calls.stockOutSubmit,
    remove: calls.stockOutDelete,
    giveBack: calls.stockOutReturn,
    audit: calls.stockOutAudit,
    reverse: calls.stockOutReverse,
  },
} as const;
export type DocWay = typeof inWay | typeof outWay;
