import type { ReactNode } from 'react';
import { MessageTag, MessageTitle } from '~/domains/message/pickers/MessageTag';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { DateTime } from '~/ui/values/DateTime';
import { shownCount } from '../insight';
import type { Home as HomeData } from '../insight.schema';
import { LinkGrid } from './LinkGrid';
import { TodoCards } from './TodoCards';

/** `started`: the list of first steps, which alone needs a script. */
export default function Home({ home, started }: { home: HomeData; started?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <header>
        <h1 className="text-2xl">{`您好，${home.name}`}</h1>
        <p className="mt-1 text-ink-3">{home.place}</p>
      </header>
      {started}
      {home.bench ? (
        <BenchEntry bench={home.bench} />
      ) : (
        <section aria-labelledby="home-todo">
          <h2 id="home-todo" className="mb-2 text-lg">
            我的待办
          </h2>
          <TodoCards todos={home.todos} />
        </section>
      )}
      <section aria-labelledby="home-apps">
        <h2 id="home-apps" className="mb-2 text-lg">
          我的应用
        </h2>
        {home.apps.length > 0 ? <LinkGrid links={home.apps} /> : <EmptyState title="暂无可用应用" note="请联系企业管理员为您开通权限" />}
      </section>
      {home.shortcuts.length > 0 && (
        <section aria-labelledby="home-short">
          <h2 id="home-short" className="mb-2 text-lg">
            快捷入口
          </h2>
          <LinkGrid links={home.shortcuts} />
        </section>
      )}
      <Card title="最新消息" actions={[{ label: '全部消息', href: '/portal/message/list' }]} flush>
        {home.messages.length === 0 ? (
          <EmptyState title="暂无消息" />
        ) : (
          <ul className="divide-y divide-line">
            {home.messages.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
                <MessageTag type={one.messageType} unread={one.messageStatus === 'UNREAD'} />
                <MessageTitle message={one} />
                <span className="order-last min-w-0 basis-full text-sm text-ink-3 sm:order-none sm:flex-1 sm:basis-0 sm:truncate">{one.body}</span>
                <span className="ml-auto text-sm text-ink-3">
                  <DateTime value={one.createdAt} kind="minute" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

/** What waits stands on the workbench; home only says how much. */
function BenchEntry({ bench: { own, other } }: { bench: NonNullable<HomeData['bench']> }) {
  const said = own > 0 ? `有${shownCount(own)}项等您处理` : '没有等您处理的单据';
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1">
          <strong className={own > 0 ? 'text-warn' : ''}>{said}</strong>
          {other > 0 && <span className="text-ink-3">{`，另有${shownCount(other)}项供您了解`}</span>}
        </p>
        <Button href="/portal/supplyChain/factory/workbench" tone="primary">
          进入工作台
        </Button>
      </div>
    </Card>
  );
}
