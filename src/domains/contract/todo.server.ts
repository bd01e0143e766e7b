import { href } from '~/portal/href';
import { CONTRACT_READERS, CONTRACT_SIGN } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { contractsOf, mineTurn } from './views.server';

/** Contracts that wait for the side of whoever looks. */
const turn = (side: Todo['side']): Pick<Todo, 'key' | 'side' | 'apps' | 'href' | 'rows'> => ({
  ...{ key: 'contracts', side, apps: ['order'] },
  href: href(`/portal/supplyChain/${side}/smartContract/list`, { tab: 'TURN' }),
  rows: (tx, me) => contractsOf(tx, me).where(mineTurn(me)).select('ct_contract.id'),
});

export const todos: readonly Todo[] = [
  { ...turn('factory'), title: '待我方签署合同', see: CONTRACT_READERS, act: [CONTRACT_SIGN], place: 150 },
  { ...turn('dealer'), title: '待签署合同', act: true, place: 70 },
];
