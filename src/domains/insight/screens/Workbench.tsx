import type { ReactNode } from 'react';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { Money } from '~/ui/values/Money';
import type { Turnover, Workbench as WorkbenchData } from '../insight';
import { LinkGrid } from './LinkGrid';
import { TodoCards } from './TodoCards';

const figures: readonly (readonly [key: keyof Turnover, title: string, note: string])[] = [
  ['ordered', '订单额', '已提交且未驳回、未取消的订单'],
  ['shipped', '发货额', '已出库且未冲销的发货单'],
  ['received', '回款额', '已确认的入账与线下收款'],
];

/** `started`: the list of first steps, which alone needs a script. */
export default function Workbench({ workbench, started }: { workbench: WorkbenchData; started?: ReactNode }) {
  const { todos, turnover, shortcuts, differences } = workbench;
  const shown = figures.flatMap(([key, title, note]) => (turnover[key] ? [{ key, title, note, value: turnover[key] }] : []));
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-2xl">工作台</h1>
      {differences.length > 0 && (
        <Alert tone="danger" title={`夜间核对发现${differences.length}处账实不符，系统不会自动修改，请核查`}>
          <ul>
            {differences.map((one) => (
              <li key={one.book + one.what}>
                {one.book}：{one.what}，账面 {one.balance}，核对 {one.proof}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {started}
      <section aria-labelledby="bench-todo">
        <h2 id="bench-todo" className="mb-2 text-lg">
          待办
        </h2>
        <TodoCards todos={todos} />
      </section>
      {shown.length > 0 && (
        <section aria-labelledby="bench-money" className="grid gap-3 md:grid-cols-3">
          <h2 id="bench-money" className="text-lg md:col-span-3">
            经营数据(元)
          </h2>
          {shown.map(({ key, title, note, value }) => (
            <Card key={key} title={title} note={note}>
              <dl className="grid grid-cols-2 gap-3">
                <div>
                  <dt className="text-sm text-ink-3">今日</dt>
                  <dd className="mt-1 text-2xl font-semibold">
                    <Money value={value.today} />
                  </dd>
                </div>
                <div>
                  <dt className="text-sm text-ink-3">本月</dt>
                  <dd className="mt-1 text-2xl font-semibold">
                    <Money value={value.month} />
                  </dd>
                </div>
              </dl>
            </Card>
          ))}
        </section>
      )}
      {shortcuts.length > 0 && (
        <section aria-labelledby="bench-short">
          <h2 id="bench-short" className="mb-2 text-lg">
            快捷入口
          </h2>
          <LinkGrid links={shortcuts} />
        </section>
      )}
    </div>
  );
}
