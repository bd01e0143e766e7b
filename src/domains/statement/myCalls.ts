import { z } from 'zod';
import { dealer, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  DisputeInput,
  DisputeRef,
  LineQuery,
  Printed,
  PrintInput,
  Ref,
  Saved,
  StatementDetail,
  StatementLine,
  StatementQuery,
  StatementRow,
} from './statement.schema';

const MY = '/saas-account/v1/account/my/check';

export const myStatements = read(`${MY}/page`, dealer, StatementQuery, pageOf(StatementRow), { title: '我的对账单' });
export const myStatement = read(`${MY}/detail`, dealer, z.object({ id: Id }), StatementDetail, { title: '我的对账单详情' });
export const myStatementLines = read(`${MY}/lines`, dealer, LineQuery, pageOf(StatementLine), { title: '我的对账单明细' });
export const myConfirm = post(`${MY}/confirm`, dealer, Ref, Saved, { title: '确认对账单' });
export const myDispute = post(`${MY}/dispute`, dealer, DisputeInput, Saved, { title: '对对账单提出异议' });
export const myTakeBack = post(`${MY}/takeBack`, dealer, DisputeRef, Saved, { title: '撤回对账单异议' });
export const myPrint = post(`${MY}/print`, dealer, PrintInput, Printed, { title: '打印我的对账单（留痕）' });
