import { type ContractKind, contractKinds } from '~/shared/contractKinds';
import { stateTable } from '~/shared/states';

export type { ContractKind } from '~/shared/contractKinds';
export { contractKinds };

export const contractStates = {
  DRAFT: '草稿',
  REVIEWING: '用印审批中',
  SIGNING: '签署中',
  DONE: '已完成',
  REVOKED: '已撤销',
  EXPIRED: '已过期',
  REFUSED: '已拒签',
} as const;
export type ContractState = keyof typeof contractStates;
export const contractTones = {
  DRAFT: 'neutral',
  REVIEWING: 'warn',
  SIGNING: 'info',
  DONE: 'ok',
  REVOKED: 'neutral',
  EXPIRED: 'neutral',
  REFUSED: 'danger',
} as const;

export const contractFlow = stateTable<ContractState>(contractStates, {
  DRAFT: ['REVIEWING'],
  REVIEWING: ['SIGNING', 'DRAFT'],
  SIGNING: ['DONE', 'REVOKED', 'EXPIRED', 'REFUSED'],
  // Extending the deadline takes up what ran out of time.
  EXPIRED: ['SIGNING'],
  DONE: [],
  REVOKED: [],
  REFUSED: [],
});
/** Its text and its signers are what was approved from the first 用印审批 on. */
export const isEditable = (state: ContractState): boolean => state === 'DRAFT';
/** A contract on its way: what it is about waits for it. */
export const openStates = ['DRAFT', 'REVIEWING', 'SIGNING'] as const satisfies readonly ContractState[];

export const rescissions = { NONE: '未解约', ONGOING: '解约中', DONE: '已解约' } as const;
export type Rescission = keyof typeof rescissions;

/** What two parties take back by rescinding a contract of a kind; null where it cannot be taken back. */
export const takenBack: Record<ContractKind, string | null> = {
  SALES: '关联订单尚未发货的货物不再发货，须关闭订单或重新签署合同',
  PRICE: '关联工程价不再参与取价，重新签署协议后恢复',
  CREDIT: '该协议给予的额度立即收回，不能再用信；已用信的按约归还',
  USE: '关联订单尚未发货的货物不再发货，须关闭订单或重新签署合同',
  PROMISE: '登记的还款承诺取消',
  STATEMENT: null,
  RESCISSION: null,
  OTHER: '尚未履行的部分不再履行',
};

export const signOrders = { SEQ: '依次签署', PAR: '同时签署' } as const;
export type SignOrder = keyof typeof signOrders;

export const sides = { OURS: '我方', THEIRS: '客户' } as const;
export type SignSide = keyof typeof sides;

export const signerStates = { WAITING: '未到', TURN: '待签', SEALING: '签章中', SIGNED: '已签', REFUSED: '拒签', ENDED: '未签' } as const;
export type SignerState = keyof typeof signerStates;
export const signerTones = { WAITING: 'neutral', TURN: 'warn', SEALING: 'info', SIGNED: 'ok', REFUSED: 'danger', ENDED: 'neutral' } as const;

export const sealKinds = { COMPANY: '公章', CONTRACT: '合同专用章', FINANCE: '财务专用章', LEGAL: '法定代表人章', PERSON: '个人签名' } as const;
export type SealKind = keyof typeof sealKinds;

export const signWays = { SMS_PASSWORD: '短信验证码与登录密码', PASSKEY: '通行密钥', SILENT: '静默签署授权' } as const;
export type SignWay = keyof typeof signWays;

export const templateStates = { ENABLED: '启用', DISABLED: '停用' } as const;

export const sources = { TEMPLATE: '合同模板', UPLOAD: '上传文件' } as const;

/** Tabs of the list: several states may stand in one. */
export const tabs = { TURN: '待我签', SIGNING: '签署中', DONE: '已完成', ENDED: '已撤销·拒签·过期', DRAFT: '草稿与审批' } as const;
export type Tab = keyof typeof tabs;
export const tabStates: Record<Tab, readonly ContractState[]> = {
  TURN: ['SIGNING'],
  SIGNING: ['SIGNING'],
  DONE: ['DONE'],
  ENDED: ['REVOKED', 'EXPIRED', 'REFUSED'],
  DRAFT: ['DRAFT', 'REVIEWING'],
};

/** Where a seal stands: the first page is 0, its box in points from the page's lower left corner. */
export interface SealPlace {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Turn {
  id: string;
  seq: number;
  status: string;
}
/** Who is to sign once `signers` stand as they do: the first that is left, or all of them side by side. */
export function nextTurns(order: SignOrder, signers: readonly Turn[]): string[] {
  const left = signers.filter((one) => one.status !== 'SIGNED').sort((a, b) => a.seq - b.seq);
  return (order === 'PAR' ? left : left.slice(0, 1)).map((one) => one.id);
}

/** For lists: whose turn it is. */
export function turnOf(signers: readonly { side: string; status: string }[]): 'OURS' | 'THEIRS' | 'BOTH' | null {
  const waiting = new Set(signers.filter((one) => one.status === 'TURN').map((one) => one.side));
  if (waiting.size === 2) return 'BOTH';
  return waiting.has('OURS') ? 'OURS' : waiting.has('THEIRS') ? 'THEIRS' : null;
}

/** Days until the deadline, the day itself included; below zero it is over. */
export const daysLeft = (deadline: string, today: string): number => Math.round((Date.parse(deadline) - Date.parse(today)) / 86_400_000);

/** Side of a list's or detail's address: contracts stand in two apps. */
export const CONTRACT_HOMES = ['/portal/supplyChain/factory/smartContract', '/portal/factoryService/smartContract'] as const;
