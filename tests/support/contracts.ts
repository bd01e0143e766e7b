import * as calls from '~/domains/contract/calls';
import { signNow } from '~/domains/contract/sign.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import type { InputOf } from '~/shared/endpoint';
import { ask, NOON } from './catalogue';

type Input = InputOf<typeof calls.contractSave>;
export const both: Input['signers'] = [
  { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT' },
  { side: 'THEIRS', roleName: '乙方', sealKind: 'COMPANY' },
];

/** A contract of no document, from the standard template, sent to its signers. */
export async function sentContract({ maker, boss, customerId }: { maker: Me; boss: Me; customerId: string }, change: Partial<Input> = {}): Promise<string> {
  if (!(await ask(maker, calls.templateList, { kind: 'OTHER' })).pagedRecords.length) await ask(maker, calls.templateStandard, {});
  const templateId = (await ask(maker, calls.templateList, { kind: 'OTHER' })).pagedRecords[0]?.id as string;
  const made = await ask(maker, calls.contractSave, {
    kind: 'OTHER',
    source: 'TEMPLATE',
    templateId,
    title: '合作协议',
    customerId,
    amount: '12345.60',
    deadline: '2026-12-31',
    riding: true,
    own: [{ label: '约定事项', value: '共同推广' }],
    signers: both,
    submit: true,
    ...change,
  });
  await ask(boss, calls.contractDecide, { id: made.id, version: made.version, pass: true });
  return made.id;
}

interface About extends Pick<Input, 'kind'> {
  bizType: string;
  bizId: string;
  own?: { label: string; value: string }[];
}
/** A contract about a document, with what it says of it, sent to its signers. */
export async function sentAbout({ maker, boss }: { maker: Me; boss: Me }, { own = [], ...about }: About): Promise<string> {
  const found = await ask(maker, calls.contractPrefill, about);
  const made = await ask(maker, calls.contractSave, {
    ...about,
    own,
    source: 'TEMPLATE',
    templateId: found.templates[0]?.id ?? '',
    title: found.title,
    customerId: found.customerId,
    amount: found.amount ?? '',
    deadline: '2026-12-31',
    signers: [
      { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT' },
      { side: 'THEIRS', roleName: '乙方', sealKind: 'CONTRACT' },
    ],
    submit: true,
  });
  await ask(boss, calls.contractDecide, { id: made.id, version: made.version, pass: true });
  return made.id;
}

export async function signAt(opened: Opened, me: Me, { maker, id, seq }: { maker: Me; id: string; seq: number }, now = NOON) {
  const { version, signerRows } = await ask(maker, calls.contractDetail, { id });
  const signerId = signerRows.find((one) => one.seq === seq)?.id as string;
  return opened.inTenant({ tenantId: 1n }, (tx) => signNow(tx, me, { id, version, signerId }, 'SMS_PASSWORD', { address: '10.0.0.1', agent: 'test', now }));
}
