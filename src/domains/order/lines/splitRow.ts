import { scaled, unscaled } from '~/shared/money';

/** The row as two: what the price still holds for, and the rest as a line of its own. */
export const splitRow = <R extends { id: string; qty: string; price: string }>(row: R, left: string): [R, R] => [
  { ...row, qty: left, price: '' },
  { ...row, id: '', qty: unscaled(scaled(row.qty, 4) - scaled(left, 4), 4), price: '' },
];
