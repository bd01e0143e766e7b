import type { z } from 'zod';
import { tells } from '~/shared/page';
import { FundMove, HoldQuery, HoldRow, MoveQuery } from './fund';

export const MyMoveQuery = tells(MoveQuery.omit({ accountId: true }), { bizNo: [] });
export const MyMove = FundMove.omit({ actor: true, memo: true });
export type MyMove = z.input<typeof MyMove>;
export const MyHoldQuery = tells(HoldQuery.omit({ accountId: true }), { no: [] });
export const MyHold = HoldRow.omit({ customerId: true, customerName: true, accountId: true });
export type MyHold = z.input<typeof MyHold>;
