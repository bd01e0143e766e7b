import { type Doc, DocDetail } from './DocDetail';
import { outWay } from './docWays';

export default function OutDetail({ first }: { first: Doc }) {
  return <DocDetail way={outWay} first={first} />;
}
