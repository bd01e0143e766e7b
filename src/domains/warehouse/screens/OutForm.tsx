import { DocForm, type DocFormProps } from './DocForm';
import { outWay } from './docWays';

export default function OutForm(props: DocFormProps) {
  return <DocForm way={outWay} {...props} />;
}
