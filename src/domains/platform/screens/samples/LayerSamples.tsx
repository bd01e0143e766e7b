import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { switchTheme } from '~/shell/theme';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button, IconButton } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Dialog, Drawer } from '~/ui/kit/Dialog';
import { Input } from '~/ui/kit/Input';
import { Menu, Popover, Tooltip } from '~/ui/kit/Popover';
import { Tabs } from '~/ui/kit/Tabs';
import { toast } from '~/ui/kit/toast';
import { Copyable } from '~/ui/values/Copyable';

const schema = z.object({ name: z.string().trim().min(1, '请填写地址名称').max(20, '不能超过20个字') });
const kinds = [
  ['ok', '成功提示', '订单已提交'],
  ['info', '消息提示', '有 3 条新消息'],
  ['warn', '提醒提示', '库存不足，已部分占用'],
  ['error', '错误提示', '第3行：数量应为5的倍数'],
] as const;

/** What opens above the page. */
export function LayerSamples() {
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  const ask = async () => {
    const answer = await confirm({ title: '驳回订单？', body: '经销商会收到驳回原因。', tone: 'danger', ok: '驳回', reason: { label: '驳回原因', max: 100 } });
    toast(answer ? `已填写原因：${answer.reason}` : '没有驳回', 'info');
  };
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button onPress={() => setOpen('dialog')}>对话框</Button>
        <Button onPress={() => setOpen('drawer')}>抽屉</Button>
        <Button onPress={() => setOpen('form')}>表单对话框</Button>
        <Button tone="danger" onPress={ask}>
          确认并填写原因
        </Button>
        {kinds.map(([kind, name, text]) => (
          <Button key={kind} tone="ghost" onPress={() => toast(text, kind)}>
            {name}
          </Button>
        ))}
        <Button tone="ghost" onPress={() => Promise.reject(new Error('系统繁忙，请稍后重试'))}>
          失败的操作
        </Button>
        <Popover trigger={<Button>浮层</Button>} label="价格依据">
          <p className="max-w-56 text-sm">客户价 12.50，自 2026-11-01 起生效，低于目录价 1.50。</p>
        </Popover>
        <Menu
          label="更多"
          actions={[
            { label: '复制订单', onPress: () => toast('已复制') },
            { label: '打印', disabled: true, reason: '尚未发货' },
          ]}
        />
        <Tooltip text="列设置">
          <IconButton label="列设置" icon={<Settings2 aria-hidden />} />
        </Tooltip>
        <Copyable value="DD20261120000012" />
        <Button onPress={() => switchTheme('light')}>浅色外观</Button>
        <Button onPress={() => switchTheme('dark')}>深色外观</Button>
      </div>
      <Tabs
        label="订单内容"
        items={[
          { value: 'lines', label: '商品明细', count: 4, content: <p className="py-3 text-ink-2">四行商品。</p> },
          { value: 'log', label: '操作记录', content: <p className="py-3 text-ink-2">三条记录。</p> },
        ]}
      />
      <Dialog open={open === 'dialog'} onClose={close} title="发货前确认" note="本次发货 60 桶" footer={<Button onPress={close}>知道了</Button>}>
        剩余 40 桶仍保留在订单里，等待下次发货。
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} title="库存明细">
        杭州总仓：可用 120 桶，占用 60 桶。
      </Drawer>
      <FormDialog
        open={open === 'form'}
        onClose={close}
        title="新建收货地址"
        schema={schema}
        defaults={{ name: '' }}
        submit={async ({ name }) => toast(`填写的是“${name}”，本页不保存`, 'info')}
      >
        <Field name="name" label="地址名称" required>
          <Input />
        </Field>
      </FormDialog>
    </div>
  );
}
