import './stockInImport.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import './stockExports.server';
import * as stockIn from './stockIn.server';
import { listStockIn, stockInDetail } from './stockInViews.server';
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

serve(calls.stockInList, listStockIn);
serve(calls.stockInDetail, stockInDetail);
serve(calls.stockInSave, (tx, me, input, { now }) => stockIn.saveStockIn(tx, me, input, now));
serve(calls.stockInSubmit, (tx, me, input, { now }) => stockIn.submitStockIn(tx, me, input, now));
serve(calls.stockInDelete, (tx, me, input, { now }) => stockIn.deleteStockIn(tx, me, input, now));
serve(calls.stockInReturn, (tx, me, input, { now }) => stockIn.returnStockIn(tx, me, input, now));
serve(calls.stockInAudit, (tx, me, input, { now }) => stockIn.auditMany(tx, me, input, now));
serve(calls.stockInReverse, (tx, me, input, { now }) => stockIn.reverseStockIn(tx, me, input, now));
