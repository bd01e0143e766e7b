import { DocList, type DocListProps } from './DocList';
import { inWay } from './docWays';

export default function InList(props: DocListProps) {
  return <DocList way={inWay} {...props} />;
}
