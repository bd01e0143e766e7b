import { defineDocument } from '~/server/document.server';
import { changeFlow } from './priceChange';

export const docs = defineDocument({ table: 'customer_price_change', noun: '客户价变更单', title: (doc) => `客户价变更单${doc.no}`, states: changeFlow });
export type Change = Awaited<ReturnType<typeof docs.lock>>;
