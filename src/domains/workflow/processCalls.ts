import { z } from 'zod';
import { PROCESS_CONFIG } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import * as config from './processConfig.schema';

const base = '/saas-boss/org/v1/boss/workflow';
const designs = may(PROCESS_CONFIG);
const Nothing = z.object({});

export const processList = read(`${base}/list`, designs, Nothing, config.ProcessHome, { title: '审批流程列表与可用业务' });
export const processGet = read(`${base}/get`, designs, config.ProcessAsk, config.ProcessDetail, { title: '审批流程的草稿、当前版本或某一版本' });
export const processChoices = read(`${base}/choices`, designs, Nothing, config.ProcessChoices, { title: '流程设计可选的成员、角色、部门与用户组' });
export const processVersions = read(`${base}/versions`, designs, config.ProcessRef, z.object({ versions: z.array(config.VersionRow) }), {
  title: '审批流程的版本历史',
});
export const processDiff = read(`${base}/diff`, designs, config.DiffAsk, config.DiffAnswer, { title: '两个版本的差异' });
export const processTestRun = read(`${base}/testRun`, designs, config.TestRun, config.TestRunAnswer, { title: '用样例数据试运行流程' });

export const processCreate = post(`${base}/create`, designs, config.ProcessCreate, config.ProcessSaved, { title: '新建审批流程' });
export const processCopy = post(`${base}/copy`, designs, config.ProcessCopy, config.ProcessSaved, { title: '复制审批流程' });
export const processUpdate = post(`${base}/update`, designs, config.ProcessUpdate, config.ProcessSaved, { title: '保存审批流程草稿' });
export const processPublish = post(`${base}/publish`, designs, config.ProcessPublish, config.Published, { title: '发布审批流程' });
export const processEnable = post(`${base}/enable`, designs, config.ProcessSwitch, Nothing, { title: '启用审批流程' });
export const processDisable = post(`${base}/disable`, designs, config.ProcessSwitch, Nothing, { title: '停用审批流程' });

export const groupList = read(`${base}/group/list`, designs, Nothing, config.Groups, { title: '用户组列表' });
export const groupSave = post(`${base}/group/save`, designs, config.GroupInput, config.ProcessRef, { title: '新建或编辑用户组' });
export const groupDelete = post(`${base}/group/delete`, designs, config.GroupRemove, Nothing, { title: '删除用户组' });
