import { z } from 'zod';
import { ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { Done } from '../views/orderView.schema';
import { AnswerInput, AskInput, Colleagues, ColleaguesInput, TransferInput } from './auditTask';

/** 转交 and 加签 of an order that waits for audit. */

const ORG = '/saas-ofc/org/order/auditTask';
const One = z.object({ id: Id });
const audits = may(ORDER_AUDIT);

export const auditColleagues = read(`${ORG}/colleagues`, audits, ColleaguesInput, Colleagues, { title: '可转交或加签的同事' });
export const auditTransfer = post(`${ORG}/transfer`, audits, TransferInput, Done, { title: '转交订单审核' });
export const auditAsk = post(`${ORG}/ask`, audits, AskInput, Done, { title: '请同事加签' });
export const auditAnswer = post(`${ORG}/answer`, may(ORDER_MANAGE, ORDER_AUDIT), AnswerInput, Done, { title: '答复加签' });
export const auditTakeBack = post(`${ORG}/takeBack`, audits, One, Done, { title: '收回转交或撤回加签' });
