import { writeApiLog } from '~/server/apiLog.server';
import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import * as log from './log.server';
import * as calls from './logCalls';
import './logExports.server';

serve(calls.operationList, (tx, me, query) => log.listOperations(tx, me, query));
serve(calls.operationGet, (tx, me, input) => log.operationDetail(tx, me, input));
serve(calls.loginList, (tx, me, query) => log.listLogins(tx, me, query));
serve(calls.apiList, (tx, me, query) => log.listApiCalls(tx, me, query));

addChore({ name: 'write-api-log', title: '写入接口日志', everySeconds: 3, run: writeApiLog });
