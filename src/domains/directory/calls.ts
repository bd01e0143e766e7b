import { z } from 'zod';
import { DINGTALK_SYNC } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page.schema';
import {
  Config,
  ConfigInput,
  LinkInput,
  LinkQuery,
  LinkRow,
  Row,
  RowQuery,
  RunDetail,
  RunQuery,
  RunRef,
  RunRow,
  RunVersion,
  TargetQuery,
  Targets,
  TestAnswer,
  TestInput,
} from './directory.schema';

const base = '/saas-boss/dingtalk';
const syncs = may(DINGTALK_SYNC);
const Nothing = z.object({});
const Ref = z.object({ id: z.string() });

export const configRead = read(`${base}/config/get`, syncs, Nothing, Config, { title: '钉钉同步的配置' });
export const configSave = post(`${base}/config/save`, syncs, ConfigInput, z.object({ version: z.number() }), { title: '保存钉钉同步的配置' });
export const configTest = post(`${base}/config/test`, syncs, TestInput, TestAnswer, { title: '测试与钉钉的连接' });
export const syncPreview = post(`${base}/sync/preview`, syncs, Nothing, Ref, { title: '读取钉钉通讯录并预览变化' });
export const syncApply = post(`${base}/sync/apply`, syncs, RunVersion, Ref, { title: '按预览执行钉钉同步' });
export const syncDrop = post(`${base}/sync/drop`, syncs, RunVersion, Ref, { title: '放弃一次钉钉同步预览' });
export const runList = read(`${base}/sync/list`, syncs, RunQuery, pageOf(RunRow), { title: '钉钉同步记录' });
export const runGet = read(`${base}/sync/get`, syncs, RunRef, RunDetail, { title: '一次钉钉同步' });
export const rowList = read(`${base}/sync/rows`, syncs, RowQuery, pageOf(Row), { title: '一次钉钉同步的逐行变化' });
export const linkList = read(`${base}/link/list`, syncs, LinkQuery, pageOf(LinkRow), { title: '部门与人员同钉钉的对应关系' });
export const linkTargets = read(`${base}/link/targets`, syncs, TargetQuery, Targets, { title: '可对应的部门或账号' });
export const linkDecide = post(`${base}/link/save`, syncs, LinkInput, Ref, { title: '指定部门或人员同钉钉的对应关系' });
