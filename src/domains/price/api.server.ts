import { serve } from '~/server/serve.server';
import * as calls from './calls';
import { pricesShown } from './price.server';

serve(calls.priceResolve, (tx, me, input, { now }) => pricesShown(tx, me, input, now));
