import { InputSamples } from './InputSamples';
import { LayerSamples } from './LayerSamples';
import { ListSample } from './ListSample';
import { PageSamples } from './PageSamples';

const heading = 'text-xl font-semibold';

/** What answers to a person, as one island: several would split the kit into more files for every page. */
export default function LiveSamples() {
  return (
    <div className="flex flex-col gap-5">
      <h2 className={heading}>浮层、提示与外观</h2>
      <LayerSamples />
      <h2 className={heading}>输入</h2>
      <InputSamples />
      <h2 className={heading}>列表</h2>
      <ListSample />
      <h2 className={heading}>表单、详情与审批</h2>
      <PageSamples />
    </div>
  );
}
