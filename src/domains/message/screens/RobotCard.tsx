import { useState } from 'react';
import { eventOf } from '~/domains/events';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { EnabledTag } from '~/ui/values/EnabledTag';
import { robotDelete, robotList, robotTest } from '../calls';
import type { Robot } from '../robot.schema';

const RobotDialog = late(() => import('./RobotDialog'));

/** Groups of colleagues that hear of chosen events at once. */
export function RobotCard({ first }: { first: readonly Robot[] }) {
  const [robots, setRobots] = useState(first);
  const [editing, setEditing] = useState<Robot | 'new' | null>(null);
  const reload = async () => setRobots((await call(robotList, {})).robots);
  const remove = async (robot: Robot) => {
    if (!(await confirm({ title: `删除群机器人“${robot.name}”？`, body: '删除后不再向该群推送消息。', tone: 'danger', ok: '删除' }))) return;
    await call(robotDelete, { id: robot.id, version: robot.version });
    await reload();
  };
  const test = async (robot: Robot) => {
    await call(robotTest, { id: robot.id });
    toast('测试消息已送达，请到群中查看', 'ok');
  };
  return (
    <Card
      title="钉钉群机器人"
      note="把选定的事件推送到钉钉群；发送结果见消息发送记录"
      flush
      actions={[{ label: '新建群机器人', onPress: () => setEditing('new') }]}
    >
      <DetailTable<Robot>
        caption="钉钉群机器人"
        rows={robots}
        empty="尚未配置群机器人，消息不会推送到钉钉群"
        columns={[
          { key: 'name', title: '名称' },
          { key: 'token', title: '机器人凭证' },
          { key: 'events', title: '推送事件', wrap: true, width: 360, cell: (one) => one.events.map((kind) => eventOf(kind)?.name ?? kind).join('、') },
          { key: 'enabled', title: '状态', cell: (one) => <EnabledTag enabled={one.enabled} /> },
        ]}
        rowActions={(one) => [
          { label: '发送测试消息', onPress: () => test(one) },
          { label: '编辑', onPress: () => setEditing(one) },
          { label: '删除', onPress: () => remove(one) },
        ]}
      />
      {editing && <RobotDialog robot={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onSaved={reload} />}
    </Card>
  );
}
