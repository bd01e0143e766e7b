import { z } from 'zod';
import { Verdict } from '~/domains/seal/seal.schema';
import { CONTRACT_AUDIT, CONTRACT_CREATE, CONTRACT_MANAGE, CONTRACT_READERS, CONTRACT_SEAL, CONTRACT_SIGN, CONTRACT_TEMPLATE } from '~/portal/permissions';
import { dealerOr, get, may, post, read } from '~/shared/endpoint';
import { Id, RowVersion } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { CertificateQuery, CertificateRevoke, CertificateRow } from './certificate.schema';
import {
  BizOptions,
  BizQuery,
  ContractDetail,
  ContractInput,
  ContractQuery,
  ContractRow,
  Decision,
  Extend,
  FileQuery,
  PlaceInput,
  Places,
  Prefill,
  PrefillQuery,
  ProofCode,
  Reasoned,
  Ref,
  Resealing,
  Saved,
  SignInput,
  SignOptions,
} from './contract.schema';
import { Preview, TemplateDetail, TemplateInput, TemplatePreviewInput, TemplateQuery, TemplateRow, TemplateVersion } from './template.schema';

const CONTRACT = '/saas-contract/contract';
const TEMPLATE = '/saas-contract/template';
const see = dealerOr(...CONTRACT_READERS);
const make = may(CONTRACT_CREATE);
const sign = dealerOr(CONTRACT_SIGN);
const One = z.object({ id: Id });
const TemplateSaved = z.object({ id: Id, version: z.number() });

export const contractList = read(`${CONTRACT}/page`, see, ContractQuery, pageOf(ContractRow), { title: '合同列表' });
export const contractDetail = read(`${CONTRACT}/detail`, see, One, ContractDetail, { title: '合同详情' });
export const contractFile = get(`${CONTRACT}/download`, see, FileQuery, z.any(), { title: '查看或下载合同文件' });
export const contractPreview = read(`${CONTRACT}/preview`, may(...CONTRACT_READERS), One, Preview, { title: '合同草稿的正文' });
export const contractPlaces = read(`${CONTRACT}/places`, make, One, Places, { title: '合同草稿的盖章位置' });
export const contractPrefill = read(`${CONTRACT}/prefill`, make, PrefillQuery, Prefill, { title: '发起合同时自动带出的内容' });
export const contractBizOptions = read(`${CONTRACT}/bizOptions`, make, BizQuery, BizOptions, { title: '可以发起合同的单据' });
export const contractSave = post(`${CONTRACT}/create`, make, ContractInput, Saved, { title: '起草或编辑合同' });
export const contractPlace = post(`${CONTRACT}/place`, make, PlaceInput, Saved, { title: '设置盖章位置' });
export const contractDelete = post(`${CONTRACT}/delete`, make, Ref, Saved, { title: '删除合同草稿' });
export const contractStart = post(`${CONTRACT}/start`, make, Ref, Saved, { title: '提交用印审批并发起签署' });
export const contractWithdraw = post(`${CONTRACT}/withdraw`, make, Reasoned, Saved, { title: '撤回用印审批' });
export const contractDecide = post(`${CONTRACT}/decide`, may(CONTRACT_AUDIT), Decision, Saved, { title: '审批用印' });
export const contractUrge = post(`${CONTRACT}/urge`, may(CONTRACT_MANAGE), Ref, Saved, { title: '催签合同' });
export const contractExtend = post(`${CONTRACT}/extend`, make, Extend, Saved, { title: '延长合同签署期限' });
export const contractRevoke = post(`${CONTRACT}/revoke`, make, Reasoned, Saved, { title: '撤销合同' });
export const contractRescind = post(`${CONTRACT}/rescind`, make, Reasoned, Saved, { title: '发起解约' });

export const contractSignInfo = read(`${CONTRACT}/signInfo`, sign, z.object({ id: Id, signerId: Id }), SignOptions, { title: '签署方式与可用印章' });
export const contractSignCode = post(`${CONTRACT}/signCode`, sign, One, ProofCode, { title: '获取签署验证码' });
export const contractSign = post(`${CONTRACT}/sign`, sign, SignInput, Saved, { title: '签署合同' });
export const contractRefuse = post(`${CONTRACT}/refuse`, sign, Reasoned, Saved, { title: '拒签合同' });
export const contractReseal = post(`${CONTRACT}/reseal`, may(CONTRACT_MANAGE), Resealing, Saved, { title: '重试或退回未完成的签章' });
export const contractVerdict = read(`${CONTRACT}/verdict`, see, One, Verdict, { title: '验证合同文件的签名' });
export const contractEvidence = get(`${CONTRACT}/evidence`, see, One, z.any(), { title: '下载签署证据报告' });

export const certificateList = read('/saas-contract/certificate/page', may(CONTRACT_SEAL), CertificateQuery, pageOf(CertificateRow), { title: '数字证书列表' });
export const certificateRevoke = post('/saas-contract/certificate/revoke', may(CONTRACT_SEAL), CertificateRevoke, One, { title: '吊销数字证书' });

export const templateList = read(`${TEMPLATE}/page`, may(CONTRACT_TEMPLATE, CONTRACT_CREATE), TemplateQuery, pageOf(TemplateRow), { title: '合同模板列表' });
export const templateDetail = read(`${TEMPLATE}/detail`, may(CONTRACT_TEMPLATE, CONTRACT_CREATE), One, TemplateDetail, { title: '合同模板详情' });
export const templateVersion = read(`${TEMPLATE}/version`, may(CONTRACT_TEMPLATE, CONTRACT_CREATE), TemplateVersion, Preview, {
  title: '合同模板某一版的正文',
});
export const templateSave = post(`${TEMPLATE}/save`, may(CONTRACT_TEMPLATE), TemplateInput, TemplateSaved, { title: '新建或编辑合同模板' });
export const templateSwitch = post(
  `${TEMPLATE}/switch`,
  may(CONTRACT_TEMPLATE),
  z.object({ id: Id, version: RowVersion, enabled: z.boolean() }),
  TemplateSaved,
  {
    title: '启用或停用合同模板',
  },
);
export const templateStandard = post(`${TEMPLATE}/standard`, may(CONTRACT_TEMPLATE), z.object({}), z.object({ made: z.number() }), {
  title: '使用标准合同模板',
});
export const templatePreview = read(`${TEMPLATE}/preview`, may(CONTRACT_TEMPLATE), TemplatePreviewInput, Preview, { title: '预览合同模板' });
