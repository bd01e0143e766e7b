import type { z } from 'zod';
import { tells } from '~/shared/page.schema';
import { FundMovement, HoldQuery, HoldRow, MovementQuery } from './fund.schema';

export const MyMovementQuery = tells(MovementQuery.omit({ accountId: true }), { bizNo: [] });
export const MyMovement = FundMovement.omit({ actor: true, memo: true });
export type MyMovement = z.input<typeof MyMovement>;
export const MyHoldQuery = tells(HoldQuery.omit({ accountId: true }), { no: [] });
export const MyHold = HoldRow.omit({ customerId: true, customerName: true, accountId: true });
export type MyHold = z.input<typeof MyHold>;
