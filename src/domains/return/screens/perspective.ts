import * as calls from '../calls';

/** Both sides of a return act through calls of their own. */
export const factorySide = {
  dealer: false,
  base: '/portal/supplyChain/factory/reverseOrder',
  orders: '/portal/supplyChain/factory/order',
  apply: calls.applyReturn,
  submit: calls.submitReturn,
  withdraw: calls.withdrawReturn,
  send: calls.sendReturn,
  cancel: calls.cancelReturn,
} as const;
export const dealerSide = {
  dealer: true,
  base: '/portal/supplyChain/dealer/reverseOrder',
  orders: '/portal/supplyChain/dealer/order',
  apply: calls.applyMyReturn,
  submit: calls.submitMyReturn,
  withdraw: calls.withdrawMyReturn,
  send: calls.sendMyReturn,
  cancel: calls.cancelMyReturn,
} as const;
export type Perspective = typeof factorySide | typeof dealerSide;
