import type { ReactNode } from 'react';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { formatTime } from '~/ui/values/format';
import type { Workbench as WorkbenchData } from '../insight.schema';
import { LinkGrid } from './LinkGrid';
import { TodoCards } from './TodoCards';

/** `figures`: amounts and charts, which alone need a script. */
export default function Workbench({ workbench, figures }: { workbench: WorkbenchData; figures?: ReactNode }) {
  const { todos, trend, dues, shortcuts, proof } = workbench;
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-2xl">工作台</h1>
      {proof && <Proof proof={proof} />}
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

const BOARD = '/portal/supplyChain/factory/workbench/proof';
const BRIEF = 5;

/** The nightly proof: a red card with the first differing rows, else one line that says it ran. */
function Proof({ proof }: { proof: NonNullable<WorkbenchData['proof']> }) {
  if (!proof.at) return null;
  const ran = `${formatTime(proof.at)}核对${proof.compared}行`;
  if (proof.differing === 0 && proof.failed === 0)
    return (
      <div className="flex gap-2 text-sm text-ink-3">
        <p>账目核对：{ran}，账实相符</p>
        <Link href={BOARD}>查看</Link>
      </div>
    );
  return (
    <Alert tone="danger" title={`夜间核对发现${proof.differing}处账实不符${proof.failed ? `、${proof.failed}项未能核对` : ''}，系统不会自动修改，请核查`}>
      <ul>
        {proof.differences.slice(0, BRIEF).map((one) => (
          <li key={one.book + one.what}>
            {one.book}：{one.what}，账面 {one.balance}，核对 {one.proof}
          </li>
        ))}
      </ul>
      <p>
        {ran}。
        <Link href={BOARD} className="underline">
          查看全部差异
        </Link>
      </p>
    </Alert>
  );
}
