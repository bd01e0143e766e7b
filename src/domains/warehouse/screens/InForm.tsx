import { DocForm, type DocFormProps } from './DocForm';
import { inWay } from './docWays';

export default function InForm(props: DocFormProps) {
  return <DocForm way={inWay} {...props} />;
}
