import { z } from 'zod';
import { FLOW_DONE, FLOW_TODO } from '~/portal/permissions';
import { factory, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { DelegationInput, Delegations } from './delegation.schema';
import {
  HandledPage,
  HandledQuery,
  InfoInput,
  KeyCounts,
  People,
  PeopleInput,
  StackInput,
  SubmitInput,
  TaskInfo,
  TaskPage,
  TaskPicture,
  TaskQuery,
  TaskWay,
  TrailStep,
  WayInput,
} from './task.schema';

const base = '/saas-flow/task';
const works = may(FLOW_TODO);
const reads = may(FLOW_TODO, FLOW_DONE);

export const taskList = read(`${base}/list`, works, TaskQuery, TaskPage, { title: '待我处理的任务' });
export const taskHandledList = read(`${base}/handledList`, may(FLOW_DONE), HandledQuery, HandledPage, { title: '我处理过、抄送我和我发起的流程' });
export const taskCountProcessKey = read(`${base}/countProcessKey`, works, z.object({}), KeyCounts, { title: '待办数量（按流程）' });
export const taskInfo = read(`${base}/info`, reads, InfoInput, TaskInfo, { title: '任务的单据、过程与可用操作' });
export const taskStack = read(`${base}/stack`, reads, StackInput, z.object({ trail: z.array(TrailStep) }), { title: '流程的完整过程与预计路径' });
// Not a read: the document is locked while the process in force is asked who would be next.
export const taskWay = post(`${base}/way`, factory, WayInput, TaskWay, { title: '单据的审批过程，或提交后将由谁审批' });
export const taskPicture = read(`${base}/picture`, reads, StackInput, TaskPicture, { title: '流程图' });
export const taskSubmit = post(`${base}/submit`, reads, SubmitInput, z.object({ message: z.string(), next: z.string(), status: z.string() }), {
  title: '处理任务（同意、驳回、退回、转办、委派、加签等）',
});
export const taskRead = post(`${base}/read`, reads, z.object({ instanceId: Id }), z.object({}), { title: '抄送已读' });
export const taskPeople = read(`${base}/people`, reads, PeopleInput, People, { title: '可以转办、委派、加签或抄送的同事' });

const away = '/saas-flow/delegation';
export const delegationList = read(`${away}/list`, works, z.object({}), Delegations, { title: '外出委托' });
export const delegationSave = post(`${away}/save`, works, DelegationInput, z.object({ id: z.string() }), { title: '设置外出委托' });
export const delegationEnd = post(`${away}/end`, works, z.object({ id: Id }), z.object({}), { title: '提前结束外出委托' });
