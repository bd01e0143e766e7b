import { memo } from 'react';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import type { TaskNode } from '../../process';
import { nodeKinds } from '../../processTree';

/** One rule of every step: a column of choices. */
export interface MatrixColumn {
  key: string;
  title: string;
  options: readonly Option[];
  get: (node: TaskNode) => string;
  set: (value: string) => (node: TaskNode) => TaskNode;
}
interface Props {
  caption: string;
  nodes: readonly TaskNode[];
  columns: readonly MatrixColumn[];
  onChange: (ids: readonly string[], change: (node: TaskNode) => TaskNode) => void;
}

/** Steps by rules; the first row sets a rule for all of them. */
export function Matrix({ caption, nodes, columns, onChange }: Props) {
  const ids = nodes.map(({ id }) => id);
  return (
    <section aria-label={`${caption}，可左右滚动`} className="overflow-auto rounded-lg border border-line">
      <table className="w-max min-w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="bg-sunken text-left">
            <th scope="col" className="sticky left-0 z-10 min-w-36 bg-sunken px-3 py-2 font-medium">
              节点
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="min-w-36 px-2 py-2 font-medium whitespace-nowrap">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-t border-line">
            <th scope="row" className="sticky left-0 bg-paper px-3 py-1.5 text-left font-normal text-ink-2">
              全部节点
            </th>
            {columns.map((column) => (
              <td key={column.key} className="px-2 py-1.5">
                <Select
                  aria-label={`全部节点的${column.title}`}
                  value=""
                  placeholder="全部设为…"
                  options={column.options}
                  onChange={(value) => value && onChange(ids, column.set(value))}
                />
              </td>
            ))}
          </tr>
          {nodes.map((node) => (
            <Row key={node.id} node={node} columns={columns} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Row = memo(function Row({ node, columns, onChange }: { node: TaskNode } & Pick<Props, 'columns' | 'onChange'>) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="sticky left-0 max-w-52 truncate bg-paper px-3 py-1.5 text-left font-normal" title={node.name}>
        {node.name || `未命名${nodeKinds[node.kind]}`}
      </th>
      {columns.map((column) => (
        <td key={column.key} className="px-2 py-1.5">
          <Select
            aria-label={`${node.name}的${column.title}`}
            value={column.get(node)}
            placeholder="请选择"
            options={column.options}
            onChange={(value) => value && onChange([node.id], column.set(value))}
          />
        </td>
      ))}
    </tr>
  );
});
