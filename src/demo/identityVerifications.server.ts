import sharp from 'sharp';
import { decideIdentityVerification } from '~/domains/identityVerification/decision.server';
import { IdentityVerificationInput } from '~/domains/identityVerification/identityVerification.schema';
import { submitIdentityVerification } from '~/domains/identityVerification/identityVerification.server';
import type { Me } from '~/portal/me';
import { saveFile } from '~/server/files.server';
import { scopeOf } from '~/server/serve.server';
import { idCardCheckCharacter } from '~/shared/identifiers';
import { factories, operator } from './factories';
import { withCheck } from './people.server';
import type { Filled } from './together.server';

const DAY = 86_400_000;

const applicants = [
  {
    mobile: '13800000001',
    factory: 0,
    legal: '林知远',
    card: '33010619780512301',
    bank: '招商银行杭州分行营业部',
    account: '571906224810801',
    daysAgo: 200,
    pass: true,
    reason: '',
  },
  {
    mobile: '13800000011',
    factory: 1,
    legal: '韩竹青',
    card: '44010619820916402',
    bank: '中国工商银行广州天河支行',
    account: '3602028109200483',
    daysAgo: 1,
    pass: null,
    reason: '',
  },
  {
    mobile: '13800000003',
    factory: 2,
    legal: '沈嘉木',
    card: '53010219850323103',
    bank: '中国建设银行昆明城东支行',
    account: '53001875136050212',
    daysAgo: 6,
    pass: false,
    reason: '营业执照照片反光，统一社会信用代码无法辨认',
  },
] as const;

/** One company in each standing: certified, waiting in the operator's queue, and turned down. */
export async function makeIdentityVerifications(opened: Filled, person: (mobile: string, tenantId: bigint) => Promise<Me>): Promise<void> {
  const reviewer = await person(operator.mobile, operator.id);
  for (const one of applicants) {
    const factory = factories[one.factory];
    const me = await person(one.mobile, factory.id);
    const at = new Date(Date.now() - one.daysAgo * DAY);
    const uscc = withCheck(`91440101MA5D${String(factory.uscc).padStart(5, '0')}`);
    const bytes = await licence(factory.name, uscc);
    const { id } = await opened.inTenant(scopeOf(me), async (tx) => {
      const { key } = await saveFile(tx, me, { name: '营业执照.png', bytes, biz: 'ATTACHMENT' });
      const input = IdentityVerificationInput.parse({
        kind: 'ENTERPRISE',
        companyName: factory.name,
        uscc,
        personName: one.legal,
        idCard: one.card + idCardCheckCharacter(one.card),
        mobile: one.mobile,
        bankName: one.bank,
        bankAccount: one.account,
        attachments: [{ key }],
      });
      return submitIdentityVerification(tx, me, input, at);
    });
    const { pass, reason } = one;
    if (pass !== null)
      await opened.inSystem((tx) =>
        decideIdentityVerification(tx, reviewer, { tenantId: factory.id.toString(), id, version: 1, pass, reason }, new Date(at.getTime() + DAY / 4)),
      );
  }
}

function licence(name: string, uscc: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480" font-family="Noto Sans CJK SC,Microsoft YaHei,sans-serif"><rect width="720" height="480" fill="#fbf7ec"/><rect x="16" y="16" width="688" height="448" fill="none" stroke="#b9974f" stroke-width="3"/><text x="360" y="110" font-size="44" text-anchor="middle" fill="#333">营业执照（演示）</text><text x="80" y="210" font-size="22" fill="#333">统一社会信用代码 ${uscc}</text><text x="80" y="260" font-size="22" fill="#333">名称 ${name}</text><text x="360" y="420" font-size="18" text-anchor="middle" fill="#a33">演示数据，仅用于产品演示</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
