import { serve } from '~/server/serve.server';
import * as calls from './calls';
import { categoryChoices } from './category.server';
import { catalogueFor, findByCodes, searchSkus } from './catalogue.server';

serve(calls.skuSearch, (tx, me, input, { now }) => searchSkus(tx, me, input, now));
serve(calls.skuCatalogue, (tx, me, input, { now }) => catalogueFor(tx, me, { ...input, customerId: '', warehouseId: '', all: '' }, now));
serve(calls.skusByCodes, async (tx, me, input, { now }) => ({ results: await findByCodes(tx, me, input, now) }));
serve(calls.categoryOptions, (tx, me) => categoryChoices(tx, me));
