import { z } from 'zod';
import { FUND_ENTER, FUND_MANAGE, URGE_AUDIT, URGE_CONFIG, URGE_LEAD, URGE_MANAGE, URGE_WORK } from '~/portal/permissions';
import { dealer, get, may, post, read } from '~/shared/endpoint';
import { Id, OptionalId } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import * as wire from './case.schema';
import * as dunning from './dunning.schema';
import * as letter from './letter.schema';
import * as returned from './return.schema';
import { ReplayInput, ReplayResult, Saved as SavedStrategy, StrategyForm, StrategyHome, StrategyStep } from './strategy.schema';
import { PromiseListRow, PromiseQuery, Workspace, WorkspaceQuery } from './workspace.schema';

const ARM = '/saas-arm/org';
const DATA = `${ARM}/saArmUrgeData`;
const STRATEGY = `${ARM}/saArmUrgeStrategy`;
const RECORDS = `${ARM}/armUrgeRecords`;
const RETURNS = `${ARM}/armUrgeStageReturn`;
const LETTERS = `${ARM}/armUrgeContracts`;
const Ref = z.object({ id: Id });
const Count = z.object({ count: z.number() });
const sees = may(URGE_MANAGE);
const works = may(URGE_WORK);
const leads = may(URGE_LEAD);

export const urgeWorkspace = read(`${DATA}/workSpace`, sees, WorkspaceQuery, Workspace, { title: '应收工作台' });
export const caseList = read(`${DATA}/list`, sees, wire.CaseQuery, pageOf(wire.CaseRow), { title: '催收案件列表' });
export const caseGet = read(`${DATA}/get`, sees, Ref, wire.CaseDetail, { title: '催收案件详情' });
export const caseCreate = post(`${DATA}/save`, works, wire.CaseForm, wire.Saved, { title: '新建催收案件' });
export const caseAssign = post(`${DATA}/assign`, leads, wire.AssignInput, Count, { title: '指派催收案件（可批量）' });
export const casePause = post(`${DATA}/pause`, leads, wire.PauseInput, Count, { title: '暂停或恢复自动提醒（可批量）' });
export const caseMove = post(`${DATA}/escalate`, leads, wire.MoveInput, Ref, { title: '升级、转法务、退回或转坏账' });
export const caseChoose = post(`${DATA}/strategy`, leads, wire.ChooseInput, Ref, { title: '更换案件的催收策略' });
export const recordAdd = post(`${RECORDS}/add`, works, wire.RecordInput, Ref, { title: '登记跟进' });
export const promiseList = read(`${RECORDS}/promises`, sees, PromiseQuery, pageOf(PromiseListRow), { title: '承诺列表' });
export const casePhone = post(`${DATA}/phone`, works, Ref, z.object({ contactMobile: z.string() }), { title: '查看联系电话' });
export const promiseAdd = post(`${RECORDS}/promise`, works, wire.PromiseInput, Ref, { title: '登记承诺' });
export const promiseCancel = post(`${RECORDS}/promiseCancel`, works, wire.PromiseRef, Ref, { title: '取消承诺' });

export const letterTemplates = get(`${LETTERS}/templates`, sees, z.object({}), z.object({ templates: z.array(letter.TemplateRow) }), { title: '催收函模板' });
export const letterTemplateSave = post(`${LETTERS}/saveTemplate`, may(URGE_CONFIG), letter.TemplateForm, Ref, { title: '保存催收函模板' });
export const letterPreview = read(`${LETTERS}/preview`, works, z.object({ id: Id, templateId: z.string().max(40) }), letter.LetterPreview, {
  title: '催收函预览',
});
export const letterMake = post(`${LETTERS}/save`, works, letter.LetterInput, wire.Saved, { title: '制作催款函或律师函' });
export const letterMakeMany = post(`${LETTERS}/saveMany`, works, letter.LettersInput, letter.LettersDone, { title: '批量发函' });
export const letterTemplateSwitch = post(`${LETTERS}/switchTemplate`, may(URGE_CONFIG), letter.TemplateSwitch, Ref, { title: '启用或停用催收函模板' });
export const myLetters = read('/saas-account/v1/account/my/letters', dealer, z.object({}), letter.MyLetters, { title: '我收到的催款函' });
export const myLetterFile = get('/saas-account/v1/account/my/letters/file', dealer, Ref, z.object({}), { title: '打开我收到的催款函', reads: true });
export const letterFile = get(`${LETTERS}/file`, sees, Ref, z.object({}), { title: '打开催收函PDF', reads: true });

export const returnList = read(`${RETURNS}/list`, sees, returned.ReturnQuery, pageOf(wire.ReturnRow), { title: '阶段回款列表' });
export const returnGet = read(`${RETURNS}/get`, sees, Ref, wire.ReturnRow, { title: '阶段回款详情' });
export const returnOptions = read(
  `${RETURNS}/options`,
  works,
  z.object({ caseId: OptionalId, word: z.string().trim().max(40).default('') }),
  returned.ReturnOptions,
  { title: '登记阶段回款的可选项' },
);
export const returnSave = post(`${RETURNS}/save`, works, returned.ReturnForm, wire.Saved.extend({ next: z.string() }), { title: '登记阶段回款' });
export const returnWithdraw = post(`${RETURNS}/withdraw`, works, returned.ReturnStep, Ref, { title: '撤回阶段回款' });
export const returnDecide = post(`${RETURNS}/decide`, may(URGE_AUDIT), returned.ReturnStep.extend({ pass: z.boolean() }), Ref, { title: '审批阶段回款' });

export const strategyHome = get(`${STRATEGY}/list`, sees, z.object({}), StrategyHome, { title: '催收策略' });
export const strategySave = post(`${STRATEGY}/save`, may(URGE_CONFIG), StrategyForm, SavedStrategy, { title: '保存催收策略草稿' });
export const strategyPublish = post(`${STRATEGY}/publish`, may(URGE_CONFIG), StrategyStep, SavedStrategy, { title: '发布催收策略' });
export const strategySwitch = post(`${STRATEGY}/switch`, may(URGE_CONFIG), StrategyStep.extend({ enabled: z.boolean() }), SavedStrategy, {
  title: '启用或停用催收策略',
});
export const replayStart = post(`${STRATEGY}/simulate`, may(URGE_CONFIG), ReplayInput, Ref, { title: '模拟催收策略（历史回放）' });
export const replayGet = read(`${STRATEGY}/simulateResult`, sees, Ref, ReplayResult, { title: '模拟结果' });

/** Reminders by hand, from the book of receivables too: what was said stands in the customer’s case. */
const DUNNING = '/saas-account/v1/account/receivable/dunning';
export const dunningPreview = read(`${DUNNING}/preview`, may(FUND_MANAGE, URGE_MANAGE), dunning.DunningPreviewInput, dunning.DunningPreview, {
  title: '催款对象预览',
});
export const dunningSend = post(`${DUNNING}/send`, may(FUND_ENTER, URGE_WORK), dunning.DunningInput, dunning.DunningResult, {
  title: '发送催款提醒（可批量）',
});
export const dunningOther = post(`${DUNNING}/other`, may(FUND_ENTER, URGE_WORK), dunning.DunningOtherInput, Ref, { title: '催款：短信、复制、电话、邀请' });
export const dunningList = read(`${DUNNING}/page`, may(FUND_MANAGE, URGE_MANAGE), dunning.DunningQuery, pageOf(dunning.DunningRow), { title: '催款记录' });
export const dunningTemplates = read(`${DUNNING}/template/list`, may(FUND_MANAGE, URGE_MANAGE), z.object({}), dunning.DunningTemplates, {
  title: '催款模板列表',
});
export const dunningTemplateSave = post(`${DUNNING}/template/save`, may(FUND_ENTER, URGE_WORK), dunning.TemplateForm, Ref, { title: '保存催款模板' });
export const dunningTemplateRemove = post(`${DUNNING}/template/remove`, may(FUND_ENTER, URGE_WORK), dunning.TemplateRef, Ref, { title: '删除催款模板' });
