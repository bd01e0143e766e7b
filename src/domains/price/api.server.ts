import './customerPriceImport.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import './customerPriceExport.server';
import { customerPriceDetail, listCustomerPrices } from './customerPrice.server';
import { adjustPrices, copyPrices, disablePrices, previewAdjustment } from './customerPriceBatch.server';
import { saveCustomerPrices } from './customerPriceSave.server';
import { pricesShown } from './price.server';

serve(calls.priceResolve, (tx, me, input, { now }) => pricesShown(tx, me, input, now));
serve(calls.customerPriceList, (tx, me, input, { now }) => listCustomerPrices(tx, me, input, now));
serve(calls.customerPriceDetail, (tx, me, input, { now }) => customerPriceDetail(tx, me, input, now));
serve(calls.customerPriceSave, saveCustomerPrices);
serve(calls.customerPricePreview, previewAdjustment);
serve(calls.customerPriceAdjust, adjustPrices);
serve(calls.customerPriceDisable, disablePrices);
serve(calls.customerPriceCopy, copyPrices);
