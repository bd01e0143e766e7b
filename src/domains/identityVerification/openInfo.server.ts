import { sql } from 'kysely';
import type { z } from 'zod';
import { usageOf } from '~/domains/file/upkeep.server';
import { apps } from '~/portal/apps';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { companyGroup } from './companyGroup.server';
import type { OpenInfo } from './identityVerification.schema';
import { applicationsOf } from './identityVerification.server';
import { standingOf } from './identityVerificationState';

const DAY_MS = 86_400_000;

/** What the company has opened, until when, and how much of it is used: counted now. */
export async function openInfo(tx: Tx, me: Me, now: Date): Promise<z.output<typeof OpenInfo>> {
  const tenant = await tx.selectFrom('tenant').selectAll().where('id', '=', me.tenantId).executeTakeFirstOrThrow();
  const { rows } = await sql<{ members: number; dealers: number; customers: number; month: number }>`select
    (select count(*)::int from member where tenant_id = ${me.tenantId} and status = 'ACTIVE') as members,
    (select count(*)::int from customer_member where tenant_id = ${me.tenantId} and status = 'ACTIVE') as dealers,
    (select count(*)::int from customer where tenant_id = ${me.tenantId}) as customers,
    (select count(*)::int from sales_order where tenant_id = ${me.tenantId} and submitted_at >= date_trunc('month', ${now}::timestamptz at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai') as month`.execute(
    tx,
  );
  const used = rows[0] ?? { members: 0, dealers: 0, customers: 0, month: 0 };
  const { bytes, files } = await usageOf(tx, me);
  return {
    company: tenant.name,
    code: tenant.code,
    uscc: tenant.uscc ?? '',
    standing: standingOf(await applicationsOf(tx, me, 'ENTERPRISE')),
    ...(await companyGroup(tx, me.tenantId)),
    openedAt: tenant.created_at,
    expiresOn: tenant.expires_on ?? '',
    daysLeft: tenant.expires_on ? Math.round((Date.parse(tenant.expires_on) - Date.parse(shanghaiDate(now))) / DAY_MS) : null,
    modules: apps.filter((app) => app.module).map((app) => ({ name: app.name, open: tenant.apps.includes(app.key) })),
    quotas: [
      { name: '企业账号', used: used.members, limit: tenant.member_quota, unit: '个', note: '启用中的账号；达到上限后不能再邀请' },
      {
        name: '文件存储',
        used: Math.round((bytes / 1024 / 1024) * 10) / 10,
        limit: tenant.storage_quota_mb,
        unit: 'MB',
        note: `共${files}个文件，相同内容只计一次`,
      },
      { name: '经销商账号', used: used.dealers, limit: null, unit: '个', note: '不限数量' },
      { name: '客户档案', used: used.customers, limit: null, unit: '个', note: '不限数量' },
      { name: '本月提交订单', used: used.month, limit: null, unit: '张', note: '不限数量' },
    ],
  };
}
