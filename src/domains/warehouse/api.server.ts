import './stockDocImport.server';
import './stockDocExports.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import './stockExports.server';
import { insOf, listStockDocs, outsOf, stockDocDetail } from './stockDocViews.server';
import { stockIns } from './stockIn.server';
import { stockOuts } from './stockOut.server';
import * as views from './stockViews.server';
import * as warehouse from './warehouse.server';
import './approvalCard.server';

serve(calls.warehouseOptions, (tx, me) => warehouse.warehouseChoices(tx, me));
serve(calls.warehouseList, (tx, me) => warehouse.allWarehouses(tx, me));
serve(calls.warehouseSave, warehouse.saveWarehouse);
serve(calls.warehouseSwitch, warehouse.switchWarehouse);
serve(calls.warehouseDelete, warehouse.deleteWarehouse);

serve(calls.stockList, views.listStock);
serve(calls.stockLedger, views.listLedger);
serve(calls.stockAllocations, views.listAllocations);
serve(calls.stockShortages, views.listShortages);
serve(calls.stockSafety, views.saveSafety);

serve(calls.stockInList, (tx, me, query) => listStockDocs(tx, me, insOf, query));
serve(calls.stockInDetail, (tx, me, input) => stockDocDetail(tx, me, insOf, input));
serve(calls.stockInSave, (tx, me, input, { now }) => stockIns.save(tx, me, input, now));
serve(calls.stockInSubmit, (tx, me, input, { now }) => stockIns.submit(tx, me, input, now));
serve(calls.stockInDelete, (tx, me, input, { now }) => stockIns.remove(tx, me, input, now));
serve(calls.stockInReturn, (tx, me, input, { now }) => stockIns.giveBack(tx, me, input, now));
serve(calls.stockInAudit, (tx, me, input, { now }) => stockIns.auditMany(tx, me, input, now));
serve(calls.stockInReverse, (tx, me, input, { now }) => stockIns.reverse(tx, me, input, now));

serve(calls.stockOutList, (tx, me, query) => listStockDocs(tx, me, outsOf, query));
serve(calls.stockOutDetail, (tx, me, input) => stockDocDetail(tx, me, outsOf, input));
serve(calls.stockOutSave, (tx, me, input, { now }) => stockOuts.save(tx, me, input, now));
serve(calls.stockOutSubmit, (tx, me, input, { now }) => stockOuts.submit(tx, me, input, now));
serve(calls.stockOutDelete, (tx, me, input, { now }) => stockOuts.remove(tx, me, input, now));
serve(calls.stockOutReturn, (tx, me, input, { now }) => stockOuts.giveBack(tx, me, input, now));
serve(calls.stockOutAudit, (tx, me, input, { now }) => stockOuts.auditMany(tx, me, input, now));
serve(calls.stockOutReverse, (tx, me, input, { now }) => stockOuts.reverse(tx, me, input, now));
