import type { Dues as DuesData, Trend } from '../insight.schema';
import { Dues } from './Dues';
import { Flows } from './Flows';

/** The workbench's figures: an island of its own, so that what draws loads when they come into view. */
export default function BenchFigures({ trend, dues }: { trend: Trend; dues: DuesData | null }) {
  return (
    <div className="flex flex-col gap-3">
      {dues && <Dues dues={dues} />}
      {trend.flows.length > 0 && <Flows trend={trend} />}
    </div>
  );
}
