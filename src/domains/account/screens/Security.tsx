import { Card } from '~/ui/kit/Card';
import { Tabs } from '~/ui/kit/Tabs';
import { useTab } from '~/ui/kit/useTab';
import type { SecurityState } from '../security.schema';
import { Devices } from './Devices';
import { SecurityLog } from './SecurityLog';
import { Settings } from './Settings';

/** How the person gets in, where they are logged in, and what happened to the account. */
export default function Security({ state, query }: { state: SecurityState; query: Record<string, string> }) {
  const [tab, choose] = useTab(['settings', 'devices', 'log'], query['tab']);
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-2xl">账号与安全</h1>
      <Card>
        <Tabs
          label="账号与安全"
          value={tab}
          onChange={choose}
          items={[
            { value: 'settings', label: '安全设置', content: <Settings state={state} query={query} /> },
            { value: 'devices', label: '登录设备', count: state.sessions.length, content: <Devices sessions={state.sessions} /> },
            { value: 'log', label: '安全日志', content: <SecurityLog /> },
          ]}
        />
      </Card>
    </div>
  );
}
