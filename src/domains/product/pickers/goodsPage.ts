import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { skuCatalogue } from '../calls';

/** A page of the dealer's own catalogue. */
export const goodsPage = (query: InputOf<typeof skuCatalogue>, signal: AbortSignal): Promise<AnswerOf<typeof skuCatalogue>> =>
  call(skuCatalogue, query, { signal });
