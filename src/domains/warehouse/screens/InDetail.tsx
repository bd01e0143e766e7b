import { type Doc, DocDetail } from './DocDetail';
import { inWay } from './docWays';

export default function InDetail({ first }: { first: Doc }) {
  return <DocDetail way={inWay} first={first} />;
}
