import { FileText, PackageCheck } from 'lucide-react';
import { Avatar } from '~/ui/kit/Avatar';
import { Button } from '~/ui/kit/Button';
import { Card, Stat } from '~/ui/kit/Card';
import { Alert, EmptyState, Progress, Skeleton, Spinner } from '~/ui/kit/Feedback';
import { Steps } from '~/ui/kit/Steps';
import { Badge, Tag } from '~/ui/kit/Tag';
import { Timeline } from '~/ui/kit/Timeline';
import type { Tone } from '~/ui/kit/types';
import { Masked } from '~/ui/values/Masked';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { BothThemes } from './BothThemes';

const grounds = ['ground', 'paper', 'raised', 'sunken', 'hover', 'brand-soft', 'ok-soft', 'warn-soft', 'danger-soft', 'info-soft'];
const inks = ['ink', 'ink-2', 'ink-3', 'brand', 'ok', 'warn', 'danger', 'info'];
const tones: readonly [Tone, string][] = [
  ['neutral', '草稿'],
  ['brand', '专享价'],
  ['ok', '已完成'],
  ['warn', '待审核'],
  ['danger', '已逾期'],
  ['info', '运输中'],
];
const states = { PENDING: '待审核', SHIPPING: '发货中', DONE: '已完成', REJECTED: '已驳回', CANCELLED: '已取消' };
const sizes = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'];
const row = 'flex flex-wrap items-center gap-2';

/** What stands still: colours, type, values and feedback, in both themes at once. Sent without script. */
export default function StillSamples() {
  return (
    <>
      <BothThemes title="颜色">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-5">
          {grounds.map((name) => (
            <li key={name} className="rounded border border-line p-2 text-xs text-ink" style={{ background: `var(--${name})` }}>
              {name}
            </li>
          ))}
        </ul>
        <p className={row}>
          {inks.map((name) => (
            <span key={name} style={{ color: `var(--${name})` }}>
              {name} 应收
            </span>
          ))}
        </p>
      </BothThemes>
      <BothThemes title="字号与数字">
        {sizes.map((size) => (
          <p key={size} className={size}>
            {size.slice(5)} 订单管家 <span className="figures">1,234,567.89</span>
          </p>
        ))}
      </BothThemes>
      <BothThemes title="按钮">
        <p className={row}>
          <Button tone="primary">提交订单</Button>
          <Button>保存草稿</Button>
          <Button tone="ghost">重置</Button>
          <Button tone="danger">作废</Button>
          <Button tone="link">查看详情</Button>
        </p>
        <p className={row}>
          <Button size="sm">小</Button>
          <Button size="md">中</Button>
          <Button size="lg">大</Button>
          <Button icon={<FileText aria-hidden />}>下载模板</Button>
          <Button tone="primary" loading>
            提交中
          </Button>
          <Button disabled>不可用</Button>
        </p>
      </BothThemes>
      <BothThemes title="标签与徽标">
        <p className={row}>
          {tones.map(([tone, text]) => (
            <Tag key={tone} tone={tone} dot={tone === 'ok'}>
              {text}
            </Tag>
          ))}
        </p>
        <p className={row}>
          {Object.keys(states).map((status) => (
            <StatusTag key={status} status={status} names={states} />
          ))}
          <Badge count={8} />
          <Badge count={120} />
          <Avatar name="王建国" />
          <Avatar name="李" size="sm" />
        </p>
      </BothThemes>
      <ValuesAndFeedback />
    </>
  );
}

function ValuesAndFeedback() {
  return (
    <>
      <BothThemes title="金额、数量与脱敏">
        <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1.5 [&_dt]:text-ink-3">
          <dt>金额</dt>
          <dd>
            <Money value="1234567.5" /> · <Money value="-320.00" signed /> · <Money value="56789000" wan />万 · <Money />
          </dd>
          <dt>数量</dt>
          <dd>
            <Qty value="1200.5000" unit="千克" />
          </dd>
          <dt>单价</dt>
          <dd>
            <Price value="12.500000" unit="箱" />
          </dd>
          <dt>手机号</dt>
          <dd>
            <Masked value="13800001234" kind="mobile" />
          </dd>
          <dt>姓名</dt>
          <dd>
            <Masked value="欧阳建国" kind="name" />
          </dd>
          <dt>银行卡</dt>
          <dd>
            <Masked value="6222021234567890123" kind="bankCard" />
          </dd>
        </dl>
      </BothThemes>
      <BothThemes title="提示与空状态">
        <Alert tone="info" title="本月对账单已生成">
          请在5个工作日内核对。
        </Alert>
        <Alert tone="ok">订单已提交，等待厂家审核。</Alert>
        <Alert tone="warn" title="库存不足">
          “防水涂料 20kg”可用 12 桶，本单需要 30 桶。
        </Alert>
        <Alert tone="danger" title="第3行数量不正确">
          应为5的倍数（填写的是 12）。
        </Alert>
        <Progress value={68} max={100} label="导出进度" />
        <p className={row}>
          <Spinner />
        </p>
        <Skeleton lines={2} />
        <EmptyState title="暂无订单" note="换个条件试试，或新建一张订单" />
        <EmptyState kind="error" title="加载失败" note="网络异常，请稍后重试" />
        <EmptyState kind="denied" title="暂无权限访问该页面" />
      </BothThemes>
      <BothThemes title="步骤、记录与卡片">
        <Steps items={[{ title: '提交' }, { title: '审核' }, { title: '发货' }, { title: '签收' }]} current={2} />
        <Steps items={[{ title: '提交' }, { title: '审核', note: '余额不足' }, { title: '发货' }]} current={1} failed />
        <Timeline
          items={[
            { title: '已发货 60 桶', time: '2026-11-20 15:12', who: '仓管 赵强', tone: 'info' },
            { title: '审核通过', time: '2026-11-20 10:03', who: '订单专员 陈静', note: '数量改为 60 桶', tone: 'ok' },
            { title: '提交订单', time: '2026-11-20 09:41', who: '经销商 王建国' },
          ]}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Stat label="本月销售额(元)" value="1,286,400.00" note="比上月 +8.2%" tone="ok" icon={<PackageCheck aria-hidden />} />
          <Stat label="逾期应收(元)" value="36,500.00" note="3 家客户" tone="danger" />
        </div>
        <Card title="收货信息" note="默认地址">
          杭州市西湖区文三路1号
        </Card>
      </BothThemes>
    </>
  );
}
