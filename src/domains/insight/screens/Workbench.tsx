import type { ReactNode } from 'react';
import { Alert } from '~/ui/kit/Feedback';
import type { Workbench as WorkbenchData } from '../insight';
import { LinkGrid } from './LinkGrid';
import { TodoCards } from './TodoCards';

/** `figures`: amounts and charts, which alone need a script. */
export default function Workbench({ workbench, figures }: { workbench: WorkbenchData; figures?: ReactNode }) {
  const { todos, trend, dues, shortcuts, differences } = workbench;
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
      <section aria-labelledby="bench-todo">
        <h2 id="bench-todo" className="mb-2 text-lg">
          待办
        </h2>
        <TodoCards todos={todos} />
      </section>
      {(dues || trend.flows.length > 0) && (
        <section aria-labelledby="bench-money">
          <h2 id="bench-money" className="mb-2 text-lg">
            经营数据(元)
          </h2>
          {figures}
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
