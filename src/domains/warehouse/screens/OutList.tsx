import { DocList, type DocListProps } from './DocList';
import { outWay } from './docWays';

export default function OutList(props: DocListProps) {
  return <DocList way={outWay} {...props} />;
}
