import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { stampRoots } from '~/server/pdf/configuredStamps.server';
import { uncovered } from '~/server/pdf/font.server';
import { renderPaper } from '~/server/pdf/render.server';
import { verifyPdf } from '~/server/pdf/verify.server';
import type { FileAnswer } from '~/server/serve.server';
import { shanghaiTime } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Block, Column } from '~/shared/paper';
import { notFound } from '~/shared/refusal';
import { signatureStates } from '~/shared/signatureVerdict';
import { told } from '~/shared/told';
import { type ContractKind, contractKinds, contractStates, rescissions, type SignWay, sealKinds, signerStates, signOrders, signWays } from './contract';
import { trustOf } from './identity.server';
import { type Contract, docs, revisionBytes, type SignerRow, signersOf } from './store.server';
import { contractsOf, eventsOf } from './views.server';

/** 出证: who signed what, when, how they proved who they were, with which certificate, and that neither file nor log was touched since. */
export async function evidenceReport(tx: Tx, me: Me, { id }: { id: string }, now: Date): Promise<FileAnswer> {
  const row = await contractsOf(tx, me)
    .selectAll('ct_contract')
    .select(sql<string>`customer.name`.as('customer'))
    .where('ct_contract.id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该合同');
  docs.mustBe(row, (state) => state !== 'DRAFT' && state !== 'REVIEWING', { said: '发起签署后才能出证' });
  const signers = await signersOf(tx, me, id);
  const { events, chained } = await eventsOf(tx, me, id);
  const blocks: Block[] = [
    {
      kind: 'text',
      text: `本报告由${me.tenantName}的电子合同系统于${shanghaiTime(now)}根据签署记录自动生成，用于证明下列合同的签署过程、签署人身份与文件完整性。`,
    },
    heading('一、合同'),
    { kind: 'facts', facts: contractFacts(row, row.customer) },
    heading('二、签署人与身份核验'),
    ...signers.flatMap((one) => signerBlocks(one, me)),
    heading('三、文件完整性'),
    ...(await fileBlocks(tx, me, row, signers)),
    heading('四、签署过程'),
    {
      kind: 'text',
      text: chained ? '下列记录按发生顺序逐条以哈希链接，生成本报告时已逐条重新计算，全部一致。' : '警告：下列记录的哈希链不一致，有记录被改动或缺失。',
      bold: !chained,
    },
    {
      kind: 'table',
      columns: eventColumns,
      rows: events.map((one) => [String(one.seq), shanghaiTime(one.at), one.action, one.actor, one.note, one.address || '-']),
    },
    { kind: 'text', text: '各条记录的哈希值（SHA-256）：', indent: false },
    ...events.map((one): Block => ({ kind: 'text', text: `${one.seq}  ${one.hash}`, indent: false, small: true })),
    heading('五、如何独立核实'),
    {
      kind: 'text',
      text: '签名内嵌在合同PDF文件中，不依赖本报告和本系统：任何支持PDF数字签名的阅读器都可以查看签名与证书；也可以在本系统的“合同验签”页面上传文件核实，无需登录。文件的SHA-256与上表一致的，即为签署时的文件。',
    },
  ];
  // A character without a glyph never holds the report back: it stands as its number.
  const { bytes } = await renderPaper(
    spelled(
      told({
        title: '电子签署证据报告',
        number: `合同编号：${row.no}`,
        head: `${me.tenantName} · 电子签署证据报告`,
        foot: `${row.no}  ${shanghaiTime(now)}生成`,
        blocks,
      }),
    ),
    '证据报告',
    now,
  );
  return { name: `${row.no}证据报告.pdf`, mime: 'application/pdf', bytes, inline: false };
}

const heading = (text: string): Block => ({ kind: 'heading', text });
const eventColumns: Column[] = [
  { title: '序号', share: 0.6 },
  { title: '时间', share: 1.9 },
  { title: '事项', share: 1.3 },
  { title: '操作人', share: 1.7 },
  { title: '说明', share: 2.6 },
  { title: '来自地址', share: 1.4 },
];

type Fact = readonly [name: string, value: string];
const contractFacts = (doc: Contract, customer: string): Fact[] => [
  ['合同名称', doc.title],
  ['合同类型', contractKinds[doc.kind as ContractKind]],
  ['相对方', customer],
  ...(doc.amount === null ? [] : [['合同金额', `${displayYuan(doc.amount)}元`] as const]),
  ...(doc.biz_no ? [['关联单据', doc.biz_no] as const] : []),
  ['状态', contractStates[doc.status as 'DONE']],
  ...(doc.rescission === 'NONE' ? [] : [['解约', rescissions[doc.rescission as 'DONE']] as const]),
  ['签署方式', `${signOrders[doc.sign_order as 'SEQ']}，${doc.signed}/${doc.signers}方已签署`],
  ['发起时间', doc.started_at ? shanghaiTime(doc.started_at) : '-'],
  ['结束时间', doc.ended_at ? shanghaiTime(doc.ended_at) : '-'],
];

function signerBlocks(one: SignerRow, me: Me): Block[] {
  const facts: Fact[] = [
    ['签署方', `${one.role_name} ${one.org_name}`],
    ['印章', sealKinds[one.seal_kind as 'COMPANY']],
    ['状态', signerStates[one.status as 'SIGNED']],
  ];
  if (one.status === 'SIGNED')
    facts.push(
      ['签署人', `${one.person}（${one.real_name ? '已通过实名认证' : '未做实名认证'}）`],
      ['意愿与身份验证', signWays[one.way as SignWay] ?? '-'],
      ['签署时间', one.at ? `${shanghaiTime(one.at)}（${one.tsa_at ? `时间戳${shanghaiTime(one.tsa_at)}` : '签署系统时钟'}）` : '-'],
      ['来自地址', one.address || '-'],
      // What the other side's device says of itself is not ours to hand on.
      ...(one.agent && (me.customerId === null || one.side === 'THEIRS') ? [['终端', one.agent] as const] : []),
      ['证书主体', one.cert_subject],
      ['证书序列号', one.cert_serial],
      ['形成的文件版本', `第${one.revision_no}版`],
    );
  if (one.status === 'REFUSED') facts.push(['拒签人', one.person], ['拒签原因', one.reason]);
  return [
    { kind: 'facts', facts },
    { kind: 'gap', height: 6 },
  ];
}

async function fileBlocks(tx: Tx, me: Me, doc: Contract, signers: readonly SignerRow[]): Promise<Block[]> {
  const rows = await tx
    .selectFrom('ct_revision')
    .select(['no', 'sha256', 'size', 'at', 'signer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('contract_id', '=', doc.id)
    .orderBy('no')
    .execute();
  const newest = await revisionBytes(tx, me, doc.id, doc.revision_no);
  const said = newest?.intact ? await verifyPdf(newest.bytes, { ...(await trustOf(tx)), stampRoots: stampRoots() }) : null;
  return [
    {
      kind: 'table',
      columns: [
        { title: '版本', share: 0.7 },
        { title: '来源', share: 1.6 },
        { title: '时间', share: 1.7 },
        { title: '字节', align: 'right' },
        { title: 'SHA-256', share: 3.6 },
      ],
      rows: rows.map((row) => {
        const signer = signers.find((one) => one.id === row.signer_id);
        return [`第${row.no}版`, signer ? `${signer.role_name}签署` : '定稿', shanghaiTime(row.at), String(row.size), row.sha256];
      }),
    },
    { kind: 'text', text: said ? `生成本报告时验证最新版本：${said.summary}。` : '警告：保存的最新版本与登记的哈希不一致。', bold: !said },
    ...(said?.signatures ?? []).flatMap((one): Block[] => [
      {
        kind: 'text',
        text: `第${one.revision}个签名：${one.subject}，${signatureStates[one.state]}，证书由${one.issuer}颁发，序列号${one.serial}。`,
        indent: false,
        bold: true,
      },
      ...one.checks.map(
        (check): Block => ({ kind: 'text', text: `${check.ok ? '通过' : '未通过'}  ${check.name}：${check.note}`, small: true, indent: false }),
      ),
    ]),
  ];
}

function spelled<Node>(node: Node): Node {
  if (typeof node === 'string') {
    const missing = uncovered(node);
    return missing.reduce<string>((text, sign) => text.replaceAll(sign, `〔U+${(sign.codePointAt(0) as number).toString(16).toUpperCase()}〕`), node) as Node;
  }
  if (Array.isArray(node)) return node.map(spelled) as Node;
  if (node && typeof node === 'object') return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, spelled(value)])) as Node;
  return node;
}
