import { z } from 'zod';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterDay,
  FilterId,
  Id,
  Instant,
  OptionalId,
  OptionalText,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { contractKinds, contractStates, rescissions, sealKinds, sides, signerStates, signOrders, sources, tabs } from './contract';
import { Kind, OwnFieldInput } from './template.schema';
import { valueKinds } from './variables';

const State = z.enum(keysOf(contractStates));
const Side = ChoiceOf(sides, '签署方');
const SealKind = ChoiceOf(sealKinds, '印章类型');
const Place = z.object({
  page: z.number().int().min(0).max(999),
  x: z.number().min(0).max(3000),
  y: z.number().min(0).max(3000),
  width: z.number().min(20).max(400),
  height: z.number().min(20).max(400),
});
export const SignerInput = z.object({
  side: Side,
  roleName: Text(20, '签署身份'),
  sealKind: SealKind,
  place: Place.nullable().default(null),
});
const MaybeDay = z.union([z.literal(''), EnteredDate]).default('');

export const ContractInput = z
  .object({
    id: OptionalId,
    version: RowVersion.optional(),
    kind: Kind,
    source: z.enum(keysOf(sources)),
    templateId: OptionalId,
    uploadKey: OptionalText(80, '合同文件'),
    title: Text(100, '合同名称'),
    customerId: z.uuid('请选择客户'),
    bizType: OptionalText(40, '关联单据类型'),
    bizId: OptionalId,
    amount: z.union([z.literal(''), Yuan.refine((fen) => fen >= 0n, '合同金额不能为负数')]).default(''),
    validFrom: MaybeDay,
    validTo: MaybeDay,
    deadline: EnteredDate,
    signOrder: z.enum(keysOf(signOrders)).default('SEQ'),
    riding: z.boolean().default(false),
    realName: z.boolean().default(false),
    /** What the drafter typed, by label. */
    own: z
      .array(z.object({ label: Text(40, '字段'), value: OptionalText(500, '字段内容') }))
      .max(60, '填写的字段最多60个')
      .default([]),
    signers: z.array(SignerInput).min(1, '请添加签署方').max(6, '签署方最多6个'),
    /** Goes on to the approval of the seals' use at once. */
    submit: z.boolean().default(false),
  })
  .superRefine((input, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (input.source === 'TEMPLATE' && !input.templateId) wrong('templateId', '请选择合同模板');
    if (input.source === 'UPLOAD' && !input.uploadKey) wrong('files', '请上传合同文件');
    if (input.validFrom && input.validTo && input.validTo < input.validFrom) wrong('validTo', '终止日期不能早于生效日期');
    if (!input.signers.some((one) => one.side === 'THEIRS') && !input.signers.some((one) => one.side === 'OURS')) wrong('signers', '请添加签署方');
  });
export type ContractInput = z.output<typeof ContractInput>;
export type ContractForm = z.input<typeof ContractInput>;

const filters = {
  no: z.string().trim().max(40).default(''),
  title: z.string().trim().max(60).default(''),
  kind: FilterChoice(contractKinds),
  tab: FilterChoice(tabs),
  deadlineStart: FilterDay,
  deadlineEnd: FilterDay,
};
export const ContractQuery = tells(PageQuery.extend({ ...filters, customerId: FilterId, bizId: FilterId }), { no: [], title: [] });
export type ContractQuery = z.output<typeof ContractQuery>;

export const ContractRow = z.object({
  id: Id,
  no: z.string(),
  title: z.string(),
  kind: Kind,
  customerId: Id,
  customerName: z.string(),
  bizType: z.string().nullable(),
  bizId: Id.nullable(),
  bizNo: z.string(),
  amount: Yuan.nullable(),
  status: State,
  signed: z.number(),
  signers: z.number(),
  turn: z.enum(['OURS', 'THEIRS', 'BOTH']).nullable(),
  deadline: BizDate,
  validFrom: BizDate.nullable(),
  validTo: BizDate.nullable(),
  rescission: z.enum(keysOf(rescissions)),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  createdAt: Instant,
  creator: z.string(),
  version: z.number(),
});
export type ContractRow = z.input<typeof ContractRow>;

export const Signer = z.object({
  id: Id,
  seq: z.number(),
  side: Side,
  roleName: z.string(),
  orgName: z.string(),
  sealKind: SealKind,
  status: z.enum(keysOf(signerStates)),
  place: Place.nullable(),
  person: z.string(),
  realName: z.boolean(),
  way: z.string(),
  certSubject: z.string(),
  certSerial: z.string(),
  tsaAt: Instant.nullable(),
  revisionNo: z.number().nullable(),
  at: Instant.nullable(),
  reason: z.string(),
  /** Why its provider, or the system, has not signed yet; shown to the factory. */
  sealingError: z.string(),
  sealingAt: Instant.nullable(),
});
export type Signer = z.input<typeof Signer>;
export const Revision = z.object({ no: z.number(), sha256: z.string(), size: z.number(), at: Instant, signer: z.string() });
export type Revision = z.input<typeof Revision>;
export const ContractEvent = NotedEntry.extend({ seq: z.number(), address: z.string(), sha256: z.string(), hash: z.string() });
export const OwnValue = OwnFieldInput.extend({ value: z.string() });
export const ContractDetail = ContractRow.extend({
  source: z.enum(keysOf(sources)),
  templateId: Id.nullable(),
  templateName: z.string(),
  templateNo: z.number().nullable(),
  uploadKey: z.string().nullable(),
  stateReason: z.string(),
  signOrder: z.enum(keysOf(signOrders)),
  riding: z.boolean(),
  needsRealName: z.boolean(),
  revisionNo: z.number(),
  fileSha: z.string(),
  signerRows: z.array(Signer),
  revisions: z.array(Revision),
  events: z.array(ContractEvent),
  /** Whether every event still has the hash it was written with. */
  chained: z.boolean(),
  own: z.array(OwnValue),
  rescinds: z.object({ id: Id, no: z.string() }).nullable(),
  rescindedBy: z.object({ id: Id, no: z.string(), status: State }).nullable(),
  /** Whether the person who asks submitted it to the approval. */
  mine: z.boolean(),
  /** Whether this side's turn has come. */
  mayTurn: z.boolean(),
});
export type ContractDetail = z.input<typeof ContractDetail>;

export const Ref = z.object({ id: Id, version: RowVersion });
export const Saved = z.object({ id: Id, no: z.string(), version: z.number() });
export const Reasoned = Ref.extend({ reason: Text(200, '原因') });
export const Resealing = Ref.extend({ signerId: Id, giveBack: z.boolean() });
export const Decision = Ref.extend({ pass: z.boolean(), opinion: OptionalText(200, '审批意见') });
export const Extend = Ref.extend({ deadline: EnteredDate });
export const PlaceInput = Ref.extend({
  places: z
    .array(z.object({ signerId: Id, place: Place }))
    .min(1, '请选择盖章位置')
    .max(6, '盖章位置最多6个'),
});
export const FileQuery = z.object({
  id: Id,
  revision: z.coerce.number().int().min(0).max(99).optional(),
  download: z.enum(['true', '']).default(''),
});

/** Which document a contract is about, and what follows from it. */
export const PrefillQuery = z.object({
  kind: Kind,
  bizType: OptionalText(40, '关联单据类型'),
  bizId: OptionalId,
  customerId: OptionalId,
  templateId: OptionalId,
});
export const Prefill = z.object({
  title: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  bizNo: z.string(),
  amount: Yuan.nullable(),
  validFrom: z.string(),
  validTo: z.string(),
  deadline: BizDate,
  templates: z.array(z.object({ id: Id, name: z.string(), kind: Kind })),
  /** What the chosen template asks to be typed. */
  fields: z.array(OwnFieldInput),
  values: z.array(z.object({ label: z.string(), value: z.string(), kind: z.enum(keysOf(valueKinds)) })),
});
export type Prefill = z.input<typeof Prefill>;
/** Documents a contract of a kind may be made from. */
export const BizQuery = z.object({ kind: Kind, word: z.string().trim().max(40).default(''), customerId: OptionalId });
export const BizOptions = z.object({ options: z.array(z.object({ id: Id, type: z.string(), no: z.string(), note: z.string() })) });

/** Who one is, proven for this one act. */
export const ProofCode = z.object({ waitSeconds: z.number(), demoCode: z.string().optional() });
export const SignInput = Ref.extend({
  signerId: Id,
  agreed: z.literal(true, '请先阅读并同意签署'),
  code: OptionalText(6, '验证码'),
  password: z.string().max(200).default(''),
  passkey: z
    .object({ ticket: z.string().max(200), response: z.any() })
    .nullable()
    .default(null),
});
export type SignInput = z.output<typeof SignInput>;
/** A seal as it will stand in the file: paths, or a picture as an address of data. */
const SealLook = z.object({ shapes: z.array(z.object({ path: z.string(), stroke: z.number().optional() })), picture: z.string() });
export const SignOptions = z.object({
  mobile: z.string(),
  passkeys: z.number(),
  realName: z.boolean(),
  /** The seal as it will stand in the file. */
  seal: SealLook.extend({ name: z.string() }),
});
export const Places = z.object({ pages: z.number(), places: z.array(z.object({ signerId: Id, roleName: z.string(), place: Place, seal: SealLook })) });
export type Places = z.input<typeof Places>;
